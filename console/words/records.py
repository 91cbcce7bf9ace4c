"""Texts for the codes of stored things: roles, runs, jobs, imports, versions, readiness gaps and refusals."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from console.words.decision import Texts

ROLES: Texts = {
    "viewer": pgettext_lazy("role", "Viewer"),
    "operator": pgettext_lazy("role", "Operator"),
    "engineer": pgettext_lazy("role", "Engineer"),
    "admin": pgettext_lazy("role", "Admin"),
    "adapter": pgettext_lazy("role", "Adapter"),
}

THEMES: Texts = {
    "system": pgettext_lazy("theme", "System"),
    "light": pgettext_lazy("theme", "Light"),
    "dark": pgettext_lazy("theme", "Dark"),
}

RUN_STATUSES: Texts = {
    "pending": pgettext_lazy("run status", "Waiting"),
    "running": pgettext_lazy("run status", "Running"),
    "waiting_input": pgettext_lazy("run status", "Waiting for input"),
    "succeeded": pgettext_lazy("run status", "Succeeded"),
    "failed": pgettext_lazy("run status", "Failed"),
    "cancelled": pgettext_lazy("run status", "Cancelled"),
}

ORIGINS: Texts = {
    "page": pgettext_lazy("origin", "Page"),
    "command": pgettext_lazy("origin", "Command"),
    "api": pgettext_lazy("origin", "API"),
    "demo": pgettext_lazy("origin", "Demo"),
}

JOB_STATES: Texts = {
    "queued": pgettext_lazy("job state", "Waiting for a worker"),
    "running": pgettext_lazy("job state", "Running"),
    "cancelling": pgettext_lazy("job state", "Being cancelled"),
    "done": pgettext_lazy("job state", "Done"),
    "failed": pgettext_lazy("job state", "Failed"),
    "cancelled": pgettext_lazy("job state", "Cancelled"),
}

IMPORT_STATES: Texts = {
    "queued": pgettext_lazy("import state", "Waiting for a worker"),
    "reading": pgettext_lazy("import state", "Reading the document"),
    "ready": pgettext_lazy("import state", "Waiting for your decision"),
    "confirmed": pgettext_lazy("import state", "Confirmed"),
    "dropped": pgettext_lazy("import state", "Dropped"),
    "failed": pgettext_lazy("import state", "Failed"),
    "unchanged": pgettext_lazy("import state", "No changes"),
    "cancelled": pgettext_lazy("import state", "Cancelled"),
}

VERSION_STATES: Texts = {
    "draft": pgettext_lazy("version state", "Draft"),
    "live": pgettext_lazy("version state", "Live"),
    "archived": pgettext_lazy("version state", "Archived"),
}

LEARNING_MODES: Texts = {
    "observe": pgettext_lazy("learning mode", "Observe"),
    "shadow": pgettext_lazy("learning mode", "Shadow"),
    "promoted": pgettext_lazy("learning mode", "Promoted"),
}

POLICIES: Texts = {"strong_evidence": pgettext_lazy("policy", "Strong evidence")}

READINESS: Texts = {
    "action_known": _("Action known"),
    "resource_known": _("Resource known"),
    "contract_present": _("Contract present"),
    "response_schema_present": _("Response schema present"),
    "summary_present": _("Summary present"),
    "auth_declared": _("Auth declared"),
    "deprecated": _("Deprecated"),
}

READINESS_HINTS: Texts = {
    "action_known": _("Clear methods, paths and operation ids let the action be read."),
    "resource_known": _("Paths and schemas that name a thing let the resource be read."),
    "contract_present": _("Parameters, request bodies and responses need schemas."),
    "response_schema_present": _("Without a response schema, list and detail cannot be told apart."),
    "summary_present": _("A summary in the users' words is what a query meets first."),
    "auth_declared": _("Security schemes tell which calls need which sign-in."),
}

GAPS: Texts = {
    "action": pgettext_lazy("gap", "Action unknown"),
    "resource": pgettext_lazy("gap", "Resource unknown"),
    "contract": pgettext_lazy("gap", "No contract"),
    "response_schema": pgettext_lazy("gap", "No response schema"),
    "summary": pgettext_lazy("gap", "No summary"),
    "auth": pgettext_lazy("gap", "No auth declared"),
}

CHANGES: Texts = {
    "method": pgettext_lazy("changed", "method"),
    "path": pgettext_lazy("changed", "path"),
    "summary": pgettext_lazy("changed", "summary"),
    "description": pgettext_lazy("changed", "description"),
    "parameters": pgettext_lazy("changed", "parameters"),
    "inputs": pgettext_lazy("changed", "inputs"),
    "response": pgettext_lazy("changed", "response"),
    "action": pgettext_lazy("changed", "action"),
    "resource": pgettext_lazy("changed", "resource"),
    "shape": pgettext_lazy("changed", "result shape"),
    "deprecated": pgettext_lazy("changed", "deprecation"),
    "security": pgettext_lazy("changed", "security"),
}

SCRUB_KINDS: Texts = {
    "email": pgettext_lazy("scrubbed", "e-mail address"),
    "phone": pgettext_lazy("scrubbed", "phone number"),
    "resident_number": pgettext_lazy("scrubbed", "resident registration number"),
    "foreigner_number": pgettext_lazy("scrubbed", "foreigner registration number"),
    "social_security_number": pgettext_lazy("scrubbed", "social security number"),
    "business_number": pgettext_lazy("scrubbed", "business registration number"),
    "passport": pgettext_lazy("scrubbed", "passport number"),
    "driver_licence": pgettext_lazy("scrubbed", "driver's licence"),
    "vehicle_number": pgettext_lazy("scrubbed", "vehicle number"),
    "card": pgettext_lazy("scrubbed", "card number"),
    "bank_account": pgettext_lazy("scrubbed", "bank account"),
    "iban": pgettext_lazy("scrubbed", "IBAN"),
    "ip_address": pgettext_lazy("scrubbed", "IP address"),
    "mac_address": pgettext_lazy("scrubbed", "MAC address"),
    "name": pgettext_lazy("scrubbed", "name of a person"),
    "address": pgettext_lazy("scrubbed", "postal address"),
    "birth_date": pgettext_lazy("scrubbed", "date of birth"),
    "user_id": pgettext_lazy("scrubbed", "user id"),
    "cookie": pgettext_lazy("scrubbed", "cookie"),
    "authorization": pgettext_lazy("scrubbed", "authorization header"),
    "jwt": pgettext_lazy("scrubbed", "signed token"),
    "aws_key": pgettext_lazy("scrubbed", "AWS key"),
    "github_key": pgettext_lazy("scrubbed", "GitHub key"),
    "openai_key": pgettext_lazy("scrubbed", "OpenAI key"),
    "slack_key": pgettext_lazy("scrubbed", "Slack key"),
    "stripe_key": pgettext_lazy("scrubbed", "Stripe key"),
    "google_key": pgettext_lazy("scrubbed", "Google key"),
    "api_key": pgettext_lazy("scrubbed", "API key"),
    "private_key": pgettext_lazy("scrubbed", "private key"),
    "password": pgettext_lazy("scrubbed", "password"),
    "token": pgettext_lazy("scrubbed", "token"),
    "secret": pgettext_lazy("scrubbed", "secret"),
    "url_credentials": pgettext_lazy("scrubbed", "credentials in an address"),
    "high_entropy": pgettext_lazy("scrubbed", "random-looking value"),
    "unreadable": pgettext_lazy("scrubbed", "unreadable value"),
}

JOB_MESSAGES: Texts = {
    "fetching": pgettext_lazy("job message", "Fetching the document"),
    "reading": pgettext_lazy("job message", "Reading the document"),
    "comparing": pgettext_lazy("job message", "Comparing with the live version"),
    "writing": pgettext_lazy("job message", "Writing the draft"),
}

# Names of stored fields, where a page shows how something is now.
FIELDS: Texts = {
    "decided_by": pgettext_lazy("field", "Decided by"),
    "expected_by": pgettext_lazy("field", "Marked by"),
    "value": pgettext_lazy("field", "Value"),
    "reason": pgettext_lazy("field", "Reason"),
    "failed_stage": pgettext_lazy("field", "Failed stage"),
    "live_version": pgettext_lazy("field", "Live version"),
    "state": pgettext_lazy("field", "State"),
    "status": pgettext_lazy("field", "Status"),
    "name": pgettext_lazy("field", "Name"),
    "expected_target": pgettext_lazy("field", "Expected target"),
    "language": pgettext_lazy("field", "Language"),
    "theme": pgettext_lazy("field", "Theme"),
    "time_zone": pgettext_lazy("field", "Time zone"),
    "keyboard_shortcuts": pgettext_lazy("field", "Keyboard shortcuts"),
}

# What somebody did, as the audit names it.
AUDIT_ACTIONS: Texts = {
    "collection.create": pgettext_lazy("did", "made the collection"),
    "collection.change": pgettext_lazy("did", "changed the collection"),
    "import.start": pgettext_lazy("did", "started the import"),
    "import.fetch": pgettext_lazy("did", "fetched the document"),
    "import.read": pgettext_lazy("did", "read the document"),
    "import.reread": pgettext_lazy("did", "compared the document again"),
    "import.confirm": pgettext_lazy("did", "confirmed an import"),
    "import.drop": pgettext_lazy("did", "dropped the import"),
    "import.fail": pgettext_lazy("did", "could not read the document"),
    "overlay.add": pgettext_lazy("did", "overrode"),
    "overlay.change": pgettext_lazy("did", "changed the override"),
    "overlay.remove": pgettext_lazy("did", "took the override back"),
    "run.start": pgettext_lazy("did", "asked"),
    "token.create": pgettext_lazy("did", "made the token"),
    "token.revoke": pgettext_lazy("did", "revoked the token"),
    "run.expect": pgettext_lazy("did", "marked the expected target"),
}

# Why a rule refused something, by the service's reason.
RULES: Texts = {
    "job_ended": _("The job is over already."),
    "query_missing": _("Type what is wanted."),
    "query_too_long": _("The query is too long; at most 4,000 characters."),
    "top_k_out_of_range": _("Ask for 1 to 50 candidates."),
    "tool_name_too_long": _("The name of the tool is too long."),
    "key_too_long": _("Reload the page and send the form again."),
    "entities_too_large": _("The entities are too large; at most 16 KB."),
    "slug_invalid": _("Use lower-case letters, digits and hyphens, at most 64."),
    "name_missing": _("A collection needs a name."),
    "token_name_missing": _("Name the program that shall use the token."),
    "token_name_taken": _("A token of this name is there already. Revoke it first, or choose another name."),
    "token_revoked": _("The token is revoked already."),
    "slug_taken": _("There is a collection of this short name already."),
    "value_unknown": _("This value is not allowed."),
    "reason_missing": _("Say why, for those who come after."),
    "reason_too_long": _("At most 2,000 characters."),
    "key_missing": _("Type the alias."),
    "alias_too_long": _("At most 120 characters."),
    "alias_known": _("The tool has this alias already."),
    "private_value": _("An alias must not hold personal data or a secret."),
    "resource_invalid": _("Write one thing in snake_case, such as member_delivery; at most 100 characters."),
    "document_empty": _("The document is empty."),
    "document_too_large": _("The file is too large. A document may have at most 50 MB."),
    "namespace_fixed": _("This source has another namespace, and a namespace never changes. Leave the field empty."),
    "namespace_invalid": _("Use letters, digits, hyphens and underscores, at most 40."),
    "namespace_taken": _("Another source of this collection uses this namespace."),
    "import_not_ready": _("Somebody has decided about this import already, or it is still being read."),
}
