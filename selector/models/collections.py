"""Collections of tools: their sources, the immutable versions of those, and an index row for each tool."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone

from .base import known, together


class LearningMode(models.TextChoices):
    OBSERVE = "observe"
    SHADOW = "shadow"
    PROMOTED = "promoted"


class Policy(models.TextChoices):
    STRONG_EVIDENCE = "strong_evidence"


class Collection(models.Model):
    """Tools that are asked together. `head` is the revision that decisions are made on."""

    slug = models.SlugField(max_length=64, unique=True)
    name = models.CharField(max_length=200)
    description = models.TextField(blank=True, default="", max_length=2000)
    learning_mode = models.CharField(max_length=16, choices=LearningMode, default=LearningMode.OBSERVE)
    learning_silenced = models.BooleanField(default=False)
    policy = models.CharField(max_length=32, choices=Policy, default=Policy.STRONG_EVIDENCE)
    mutation_allowed = models.BooleanField(default=False)
    four_eyes = models.BooleanField(default=False)
    head = models.ForeignKey("selector.Revision", null=True, on_delete=models.PROTECT, related_name="+")
    version = models.PositiveIntegerField(default=1)
    created_at = models.DateTimeField(default=timezone.now)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    created_by_name = models.CharField(max_length=150)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=~models.Q(slug=""), name="selector_collection_slug_filled"),
            models.CheckConstraint(condition=~models.Q(name=""), name="selector_collection_name_filled"),
            known("learning_mode", LearningMode, "selector_collection_learning_mode_known"),
            known("policy", Policy, "selector_collection_policy_known"),
        ]

    def __str__(self) -> str:
        return self.slug


class Source(models.Model):
    """One document of a collection, followed over time."""

    collection = models.ForeignKey(Collection, on_delete=models.PROTECT, related_name="sources")
    name = models.CharField(max_length=200)
    namespace = models.SlugField(max_length=40)
    created_at = models.DateTimeField(default=timezone.now)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    created_by_name = models.CharField(max_length=150)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["collection", "name"], name="selector_source_name_unique"),
            models.UniqueConstraint(fields=["collection", "namespace"], name="selector_source_namespace_unique"),
            models.CheckConstraint(condition=~models.Q(name=""), name="selector_source_name_filled"),
            models.CheckConstraint(condition=~models.Q(namespace=""), name="selector_source_namespace_filled"),
        ]

    def __str__(self) -> str:
        return f"{self.collection_id}/{self.name}"


class VersionState(models.TextChoices):
    DRAFT = "draft"
    LIVE = "live"
    ARCHIVED = "archived"


class SourceVersion(models.Model):
    """What a document said at one time. Its content never changes; its state goes draft, live, archived."""

    source = models.ForeignKey(Source, on_delete=models.PROTECT, related_name="versions")
    number = models.PositiveIntegerField()
    state = models.CharField(max_length=16, choices=VersionState, default=VersionState.DRAFT)
    content_digest = models.CharField(max_length=64, help_text="sha256 of the document's bytes")
    graph_digest = models.CharField(max_length=64, help_text="the graph's content hash")
    engine_version = models.CharField(max_length=32)
    title = models.CharField(max_length=300, blank=True)
    document_format = models.CharField(max_length=40)
    operation_count = models.PositiveIntegerField()
    document_bytes = models.PositiveIntegerField()
    stored_bytes = models.PositiveIntegerField()
    artifact = models.BinaryField(editable=False, help_text="compressed JSON of the graph, without examples")
    readiness = models.JSONField(default=dict)
    created_at = models.DateTimeField(default=timezone.now)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    created_by_name = models.CharField(max_length=150)
    published_at = models.DateTimeField(null=True, blank=True)
    published_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    published_by_name = models.CharField(max_length=150, blank=True, default="")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["source", "number"], name="selector_sourceversion_number_unique"),
            models.UniqueConstraint(
                fields=["source"], condition=models.Q(state="live"), name="selector_sourceversion_one_live"
            ),
            known("state", VersionState, "selector_sourceversion_state_known"),
            together("published_at", "published_by_name", "selector_sourceversion_published_paired"),
            models.CheckConstraint(
                condition=models.Q(state="draft", published_at__isnull=True)
                | (~models.Q(state="draft") & models.Q(published_at__isnull=False)),
                name="selector_sourceversion_published_unless_draft",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.source_id} v{self.number}"


class ToolRow(models.Model):
    """A tool of a version, as lists need it. An index only: the artifact is what decisions are made from.

    `name` is the tool's own name; a namespace comes in front of it where the collection has several sources.
    `facts` holds a short digest of each thing that a comparison of two versions looks at.
    """

    version = models.ForeignKey(SourceVersion, on_delete=models.CASCADE, related_name="tool_rows")
    name = models.CharField(max_length=300)
    method = models.CharField(max_length=16, blank=True)
    path = models.TextField(blank=True)
    summary = models.TextField(blank=True)
    canonical_action = models.CharField(max_length=32, blank=True)
    primary_resource = models.CharField(max_length=200, blank=True)
    result_shape = models.CharField(max_length=32, blank=True)
    path_module = models.CharField(max_length=200, blank=True)
    deprecated = models.BooleanField(default=False)
    gaps = models.JSONField(default=list)
    facts = models.JSONField(default=dict)
    search = models.TextField(blank=True, help_text="name, path and summary in the folded form that searches use")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["version", "name"], name="selector_toolrow_name_unique"),
        ]

    def __str__(self) -> str:
        return self.name
