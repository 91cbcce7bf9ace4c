"""A question on the command line in, the chosen tool and why out; nothing is stored unless asked for."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from selector.models import Collection, RunOrigin
from selector.queries import TOP_K_DEFAULT, head_graph, run_page
from selector.services import Actor, ServiceError, start_run
from selector.services.runs import decide


class Command(BaseCommand):
    help = "Ask a collection which tool fits a query. --save keeps it as a run."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug")
        parser.add_argument("query")
        parser.add_argument("--llm-target", default="", help="the tool that an LLM has chosen")
        parser.add_argument("--top-k", type=int, default=TOP_K_DEFAULT)
        parser.add_argument("--json", action="store_true", help="print the whole answer as JSON")
        parser.add_argument("--save", action="store_true", help="store a run; its JSON is what the run page shows")

    def handle(self, *, slug: str, query: str, llm_target: str, top_k: int, save: bool, **options: Any) -> None:
        collection = Collection.objects.filter(slug=slug).first()
        if collection is None:
            raise CommandError(f"There is no collection {slug}.")
        answer = (
            self._saved(collection, query, llm_target, top_k)
            if save
            else _decided(collection, query, llm_target, top_k)
        )
        if options["json"]:
            self.stdout.write(json.dumps(answer, ensure_ascii=False, indent=2))
        else:
            self.stdout.write(_line(answer))
        if not _target(answer):
            raise CommandError("No tool was found.")

    def _saved(self, collection: Collection, query: str, llm_target: str, top_k: int) -> dict[str, Any]:
        try:
            run = start_run(
                actor=Actor.for_command(),
                collection=collection,
                query=query,
                llm_target=llm_target,
                top_k=top_k,
                origin=RunOrigin.COMMAND,
            )
        except ServiceError as error:
            raise CommandError(str(error)) from error
        return run_page(run.pk).to_dict()


def _decided(collection: Collection, query: str, llm_target: str, top_k: int) -> dict[str, Any]:
    if not query.strip():
        raise CommandError("Type what is wanted.")
    revision, graph = head_graph(collection.pk)
    decided = decide(graph, query, llm_target, top_k, revision.policy)
    return {"collection": collection.slug, "revision": revision.number, "query": query, **decided.selection}


def _target(answer: dict[str, Any]) -> str:
    final = answer.get("decision", {}).get("final") if "decision" in answer else {"name": answer["selected_target"]}
    return final["name"] if final else ""


def _line(answer: dict[str, Any]) -> str:
    decision = answer.get("decision", answer)
    codes = ", ".join(decision["reason_codes"])
    saved = f" (run {answer['id']})" if "id" in answer else ""
    scores = f"confidence {decision['confidence']:.2f}, margin {decision['margin']:.2f}"
    return f"{_target(answer) or 'nothing'}: {codes}; {scores}{saved}"
