"""Texts for plans and their runs: states, events, credentials, and why something was refused or went wrong."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from console.words.decision import Texts

PLAN_STATES: Texts = {
    "waiting_input": pgettext_lazy("plan", "Waits for input"),
    "ready": pgettext_lazy("plan", "Ready"),
    "running": pgettext_lazy("plan", "Running"),
    "done": pgettext_lazy("plan", "Done"),
    "failed": pgettext_lazy("plan", "Failed"),
    "cancelled": pgettext_lazy("plan", "Cancelled"),
}

ATTEMPT_STATES: Texts = {
    "running": pgettext_lazy("attempt", "Running"),
    "succeeded": pgettext_lazy("attempt", "Succeeded"),
    "failed": pgettext_lazy("attempt", "Failed"),
    "cancelled": pgettext_lazy("attempt", "Cancelled"),
}

EVENTS: Texts = {
    "plan.started": _("The plan began"),
    "step.started": _("A call began"),
    "step.completed": _("A call was answered"),
    "step.failed": _("A call failed"),
    "plan.completed": _("The plan was carried out"),
    "plan.aborted": _("The plan was broken off"),
}

# Why a plan cannot be started.
PLAN_BLOCKED: Texts = {
    "no_plan": _("There is no plan that could run."),
    "waiting_input": _("Give the values that the plan asks for."),
    "mutation_not_allowed": _("This collection only allows reads; an admin can allow changes in its settings."),
    "mutation_not_confirmed": _("The plan changes something; confirm that first."),
    "plan_running": _("The plan is running; wait for its end or cancel it."),
    "plan_over": _("The plan has been run; prepare it again to run it once more."),
}

AUTH_KINDS: Texts = {
    "api_key_header": _("API key in a header"),
    "api_key_query": _("API key in the query"),
    "api_key_cookie": _("API key in a cookie"),
    "bearer": _("Bearer token"),
    "basic": _("User and password (Basic)"),
    "client_credentials": _("OAuth 2 client credentials"),
}

# What exactly stood in the way of a call, by the word in its evidence.
PROBLEMS: Texts = {
    "not_set": _("The environment variable is not set."),
    "not_allowed": _("The name of the environment variable has another prefix than allowed."),
    "not_a_name": _("This is no name of an environment variable."),
    "not_a_header_value": _("The value of the variable cannot be sent in a header."),
    "token_refused": _("The token endpoint gave no token."),
    "not_listed": _("The host is not on the list of allowed hosts."),
    "private_address": _("The host leads to a private network or this machine and is not listed as such."),
    "no_server": _("The document names no address that can be called; set a base address."),
    "redirect": _("The API passed the call on to another host."),
    "redirects": _("The API passed the call on too often."),
    "missing": _("The call needs a value that is not there."),
    "dots": _("A value of the path would lead to another path."),
    "too_long": _("The address of the call is too long."),
    "not_a_header": _("The value cannot be sent in a header."),
    "body_too_large": _("The body is too large."),
    "no_file": _("The value is no file."),
    "no_operation": _("The tool is no operation of an API."),
    "bad_base64": _("The file cannot be read."),
    "no_fields": _("The body takes names with values."),
    "encoding": _("The answer is packed in a way that cannot be read."),
    "broken_off": _("The answer broke off."),
    "worker_lost": _("The worker stopped before the run had ended."),
}

DID: Texts = {
    "plan.prepare": pgettext_lazy("did", "prepared the plan"),
    "plan.provide": pgettext_lazy("did", "gave values to the plan"),
    "plan.confirm": pgettext_lazy("did", "confirmed the changes of the plan"),
    "run.execute": pgettext_lazy("did", "ran the plan"),
    "run.executed": pgettext_lazy("did", "ended the run of the plan"),
    "auth_profile.add": pgettext_lazy("did", "added the auth profile"),
    "auth_profile.change": pgettext_lazy("did", "changed the auth profile"),
    "auth_profile.remove": pgettext_lazy("did", "removed the auth profile"),
    "allowed_host.add": pgettext_lazy("did", "allowed the host"),
    "allowed_host.remove": pgettext_lazy("did", "took the host off the list"),
    "server.set": pgettext_lazy("did", "set the base address"),
    "server.remove": pgettext_lazy("did", "took the base address back"),
}

RULES: Texts = {
    "no_target": _("The run chose no tool, so there is nothing to plan."),
    "no_plan": _("The run has no plan yet; prepare one."),
    "plan_running": PLAN_BLOCKED["plan_running"],
    "plan_over": _("The plan takes nothing more; prepare it again."),
    "plan_not_ready": _("The plan is not ready: give what it asks for, or prepare it again."),
    "plan_changed": _("The collection has changed, and the plan with it. Look at the new plan."),
    "slot_unknown": _("The plan asks for no such value; look at the plan again."),
    "value_invalid": _("The value does not fit the type of the field."),
    "value_not_allowed": _("Choose one of the allowed values."),
    "values_too_large": _("The values are too large; at most 12 MB."),
    "nothing_to_confirm": _("The plan changes nothing."),
    "mutation_not_allowed": PLAN_BLOCKED["mutation_not_allowed"],
    "mutation_not_confirmed": PLAN_BLOCKED["mutation_not_confirmed"],
    "not_running": _("Nothing of this run is running."),
    "profile_name_missing": _("A profile needs a name of at most 100 characters."),
    "profile_name_taken": _("A profile of this name is there already."),
    "profile_private": _("This looks like a secret or personal data, and would be stored as typed."),
    "profile_too_long": _("The text is too long."),
    "auth_kind_unknown": _("Choose one of the kinds of credentials."),
    "variable_invalid": _("Name an environment variable with the allowed prefix; the secret itself is never stored."),
    "parameter_missing": _("Name the header, query parameter or cookie of the key."),
    "parameter_invalid": _("The name may hold letters, digits and hyphens."),
    "token_url_invalid": _("Give a whole address, from https:// on, without a query."),
    "base_url_invalid": _("Give a whole address, from https:// on, without a query."),
    "source_unknown": _("There is no such source in this collection."),
    "host_invalid": _("Write a host, or a host and its port: api.example.com:8443."),
    "host_private": _("This host lies in a private network or is this machine. Mark it as private if that is meant."),
    "host_taken": _("The host is allowed already."),
}
