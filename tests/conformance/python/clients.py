"""Python clients, unmodified, against a running service. See README.md beside this file.

Each flow prints one line; the first that does not complete ends the run with its traceback and status 1.
"""

import asyncio
import sys

import httpx
import httpx2
from authlib.common.security import generate_token
from authlib.integrations.httpx_client import OAuth2Client
from fastmcp import Client as FastClient
from mcp import Client, MCPError
from mcp.client.streamable_http import streamable_http_client

base = (sys.argv[1] if len(sys.argv) > 1 else "http://localhost:4321").rstrip("/")
products = f"{base}/mcp"
documents = f"{base}/mcp/docs"
tools = {"search_articles", "get_article", "get_pricing"}


def done(flow: str) -> None:
    print(f"completed: {flow}")


def subscribe() -> str:
    return httpx.post(f"{base}/api/v1/agent/subscribe").raise_for_status().json()["api_key"]


def find_paid() -> str:
    listed = httpx.get(f"{base}/api/v1/articles", params={"tier": "paid"}).raise_for_status().json()
    return listed["data"][0]["slug"]


async def use_mcp(mode: str, key: str, slug: str) -> None:
    """The official SDK: `legacy` begins with a handshake, the other mode is pinned to the revision without one."""
    async with Client(products, mode=mode) as client:
        listed = await client.list_tools()
        assert {tool.name for tool in listed.tools} == tools
        try:
            await client.call_tool("get_article", {"slug": slug})
        except MCPError as refusal:
            assert refusal.code == 402 and "/api/v1/agent/subscribe" in refusal.message
        else:
            raise AssertionError("a paid article was not refused")
    async with httpx2.AsyncClient(headers={"Authorization": f"Bearer {key}"}) as http:
        async with Client(streamable_http_client(products, http_client=http), mode=mode) as client:
            opened = await client.call_tool("get_article", {"slug": slug})
            assert opened.structured_content["access_level"] == "subscriber"
            assert len((await client.list_resources()).resources) > 0
            assert len((await client.list_prompts()).prompts) > 0
    async with Client(documents, mode=mode) as client:
        found = await client.call_tool("search_docs", {"query": "rate limits"})
        assert len(found.structured_content["results"]) > 0
    done(f"mcp, mode {mode}")


async def use_fastmcp(key: str, slug: str) -> None:
    async with FastClient(products, auth=key) as client:
        assert {tool.name for tool in await client.list_tools()} == tools
        opened = await client.call_tool("get_article", {"slug": slug})
        assert opened.structured_content["access_level"] == "subscriber"
    async with FastClient(documents) as client:
        read = await client.call_tool("read_doc", {"path": "/auth.md"})
        assert "auth.md" in read.structured_content["markdown"]
    done("fastmcp")


def use_authlib(key: str, slug: str) -> None:
    metadata = httpx.get(f"{base}/.well-known/oauth-authorization-server").raise_for_status().json()
    article = f"{base}/api/v1/articles/{slug}"

    with OAuth2Client("a-program", key, scope="articles:read") as client:
        client.fetch_token(metadata["token_endpoint"], grant_type="client_credentials")
        assert client.get(article).raise_for_status().json()["access_level"] == "subscriber"
    done("Authlib, client_credentials")

    redirect = "http://127.0.0.1:7777/callback"
    registration = httpx.post(
        metadata["registration_endpoint"],
        json={
            "client_name": "Authlib",
            "redirect_uris": [redirect],
            "token_endpoint_auth_method": "none",
            "grant_types": ["authorization_code", "refresh_token"],
        },
    ).raise_for_status()
    verifier = generate_token(48)
    with OAuth2Client(
        registration.json()["client_id"],
        scope="articles:read",
        redirect_uri=redirect,
        token_endpoint_auth_method="none",
        code_challenge_method="S256",
    ) as client:
        address, _ = client.create_authorization_url(metadata["authorization_endpoint"], code_verifier=verifier)
        # Where a person would press the button of the page.
        question = dict(httpx.URL(address).params)
        pressed = httpx.post(metadata["authorization_endpoint"], data={**question, "decision": "allow"})
        client.fetch_token(
            metadata["token_endpoint"], authorization_response=pressed.headers["location"], code_verifier=verifier
        )
        assert client.get(article).raise_for_status().json()["access_level"] == "subscriber"
        client.refresh_token(metadata["token_endpoint"])
        assert client.get(article).raise_for_status().json()["access_level"] == "subscriber"
    done("Authlib, authorization_code with PKCE, and refresh")


async def main() -> None:
    key, slug = subscribe(), find_paid()
    for mode in ("legacy", "2026-07-28"):
        await use_mcp(mode, key, slug)
    await use_fastmcp(key, slug)
    use_authlib(key, slug)


asyncio.run(main())
