"""A report as rows: one for each finding."""

#: The columns and their types, as Spark and DuckDB both write them.
COLUMNS = {
    "repository": "STRING",
    "id": "STRING",
    "severity": "STRING",
    "type": "STRING",
    "state": "STRING",
    "document": "STRING",
    "section": "STRING",
    "first_line": "INT",
    "last_line": "INT",
    "title": "STRING",
    "description": "STRING",
    "suggestion": "STRING",
    "units": "ARRAY<STRING>",
    "agents": "ARRAY<STRING>",
    "agreement": "INT",
    "baseline": "STRING",
    "fingerprint": "STRING",
}


def rows(repository, report):
    """The findings of a report, in its order; each a tuple in the order of COLUMNS."""
    results = report["results"]
    for finding in report["findings"]:
        members = [(results[at["result"]], at["finding"]) for at in finding["members"]]
        reported = [result["findings"][at] for result, at in members]
        agents = [result["agent"] or result["source"] for result, _ in members]
        places = (finding["location"] or {}).get("places") or [{}]
        first, last = places[0].get("lines") or (None, None)
        yield (
            repository,
            finding["id"],
            finding["severity"],
            finding["type"],
            "resolved" if all(one["state"] == "resolved" for one in reported) else "open",
            places[0].get("document"),
            places[0].get("section"),
            first,
            last,
            finding["title"],
            finding["description"],
            finding["suggestion"],
            finding["units"],
            list(dict.fromkeys(agent for agent in agents if agent)),
            finding["agreement"],
            finding["baseline"],
            reported[0]["fingerprint"],
        )
