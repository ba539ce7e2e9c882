"""The public Python client drives `housestyle mcp`: usage mcp_client.py PROGRAM PROJECT MODE, where MODE is `auto` or `legacy`."""

import asyncio
import sys

from mcp import StdioServerParameters
from mcp.client.client import Client
from mcp.client.stdio import stdio_client

PROGRAM, PROJECT, MODE = sys.argv[1:]
NEWEST = {"auto": "2026-07-28", "legacy": "2025-11-25"}[MODE]


async def main() -> None:
    server = StdioServerParameters(command=PROGRAM, args=["-C", PROJECT, "mcp"])
    async with Client(stdio_client(server), mode=MODE) as client:
        assert client.protocol_version == NEWEST, client.protocol_version
        tools = {tool.name: tool for tool in (await client.list_tools()).tools}
        assert len(tools) == 10, sorted(tools)
        assert all(tool.annotations.read_only_hint for tool in tools.values())
        guide = await client.call_tool("guide", {"style": "de-shop"})
        assert not guide.is_error and "# Shop, German" in guide.content[0].text, guide
        wrong = await client.call_tool("guide", {"style": "de-shpo"})
        assert wrong.is_error and "did you mean `de-shop`?" in wrong.content[0].text, wrong
        plan = await client.call_tool("plan", {})
        text = plan.content[0].text
        assert "housestyle apply -C " in text and " --approve sha256:" in text, plan
        resources = (await client.list_resources()).resources
        assert any(str(resource.uri).endswith("styles/de-shop.yaml") for resource in resources)
        page = await client.read_resource("housestyle://findings/unknown-rule")
        assert "unknown-rule" in page.contents[0].text, page


asyncio.run(main())
