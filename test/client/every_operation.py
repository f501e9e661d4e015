"""Calls operations by the generated package, as standard input lists them; prints what came, and what the package made of it."""

import importlib
import json
import os
import pkgutil
import re
import sys
import typing

from meeting_bots_client import AuthenticatedClient, api

modules = {
    found.name.rsplit(".", 1)[1]: found.name
    for found in pkgutil.walk_packages(api.__path__, f"{api.__name__}.")
}
client = AuthenticatedClient(os.environ["BASE_URL"], os.environ["API_KEY"], prefix="Token")


def without_unset(body: typing.Any) -> typing.Any:
    """The model among what a body may be."""
    models = [one for one in typing.get_args(body) or (body,) if hasattr(one, "from_dict")]
    return models[0]


def plain(parsed: typing.Any) -> typing.Any:
    if isinstance(parsed, list):
        return [plain(one) for one in parsed]
    return parsed.to_dict() if hasattr(parsed, "to_dict") else parsed


for name, call in json.load(sys.stdin):
    operation = importlib.import_module(modules[re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()]).sync_detailed
    given = dict(call.get("query", {}))
    if "id" in call:
        given["object_id"] = call["id"]
    if "body" in call:
        given["body"] = without_unset(typing.get_type_hints(operation)["body"]).from_dict(call["body"])
    answer = operation(client=client, **given)
    came = json.loads(answer.content) if answer.content else None
    print(json.dumps({"name": name, "status": answer.status_code, "came": came, "parsed": plain(answer.parsed)}))
