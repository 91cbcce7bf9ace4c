"""Texts for what can be wrong with a document: reasons for the whole, reasons for a part, and what to do."""

from django.utils.translation import gettext_lazy as _

from console.words.decision import Texts

# Why a document, or one operation of it, could not be read.
DOCUMENT_REASONS: Texts = {
    "empty": _("The document is empty."),
    "too_large": _("The document is too large."),
    "too_many_nodes": _("The document expands to too many values."),
    "too_deep": _("The document is nested too deep."),
    "bad_encoding": _("The encoding of the document cannot be read."),
    "bad_syntax": _("The document is neither JSON nor YAML."),
    "web_page": _("This is a web page, not a document of an API."),
    "not_openapi": _("This is no OpenAPI document."),
    "not_tools": _("This is no list of tools."),
    "unsupported_version": _("This version of OpenAPI is not supported."),
    "bad_artifact": _("The stored collection cannot be read."),
    "cancelled": _("The reading was cancelled."),
    "worker_lost": _("The worker stopped several times before it was done."),
    "unexpected_error": _("Something broke inside the console while the document was read."),
    "bad_paths": _("“paths” is not an object."),
    "bad_path_item": _("A path holds no operations."),
    "bad_operation": _("An operation is not an object."),
    "bad_parameters": _("“parameters” is not a list."),
    "bad_parameter": _("A parameter cannot be read."),
    "undeclared_path_parameter": _("A parameter of the path is not declared."),
    "bad_responses": _("“responses” is not an object."),
    "bad_schema": _("A schema is not an object."),
    "bad_reference": _("A reference is not a text."),
    "reference_loop": _("A reference leads back to itself."),
    "external_reference": _("A reference points outside the document; it is not followed."),
    "missing_file": _("A file that is referred to was not given."),
    "dangling_reference": _("A reference points to nothing."),
    "webhooks": _("Webhooks are calls to you, not tools."),
    "no_operations": _("The document has no operation that can be read."),
    "duplicate_operation_id": _("An operation id stands more than once."),
}

# What to do about it.
DOCUMENT_HELP: Texts = {
    "empty": _("Choose the file again; perhaps its download broke off."),
    "too_large": _("Split the document, or leave out what the agent never calls. The limit is 50 MB."),
    "too_many_nodes": _("Replace YAML anchors that repeat each other by references to schemas."),
    "too_deep": _("Move nested schemas to components and refer to them."),
    "bad_encoding": _("Save the document as UTF-8."),
    "bad_syntax": _("Check the line that is named with a JSON or YAML validator."),
    "web_page": _("Perhaps a sign-in page was saved in place of the document. Download it again while signed in."),
    "not_openapi": _("The document needs “openapi” or “swagger” at its top, and “paths”."),
    "cancelled": _("Start the import again when you are ready."),
    "worker_lost": _("Ask an admin whether the worker has enough memory, then import again."),
    "unexpected_error": _("It has been logged. Tell an admin the number of this import."),
    "unsupported_version": _("Convert it to OpenAPI 2.0, 3.0 or 3.1."),
}
