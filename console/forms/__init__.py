"""All input of people passes here: posted text in, checked values or errors that say what to do out."""

from console.forms.base import VersionForm, add_refusal
from console.forms.collections import CollectionForm, ToolFilterForm
from console.forms.imports import ImportForm
from console.forms.people import PreferencesForm, QuickSwitchForm, SignInForm
from console.forms.run_filter import RunFilterForm
from console.forms.runs import ExpectedForm, RunForm, read_entities, run_initial
from console.forms.tools import OverrideForm

__all__ = [
    "CollectionForm",
    "ExpectedForm",
    "ImportForm",
    "OverrideForm",
    "PreferencesForm",
    "QuickSwitchForm",
    "RunFilterForm",
    "RunForm",
    "SignInForm",
    "ToolFilterForm",
    "VersionForm",
    "add_refusal",
    "read_entities",
    "run_initial",
]
