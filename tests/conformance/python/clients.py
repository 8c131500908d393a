"""Python clients, unmodified, against a running service. See README.md beside this file.

Each flow prints one line; the first that does not complete ends the run with its traceback and status 1. A flow whose packages
are not installed is not run and says which they are; a run of none ends with status 1 too.
"""

import asyncio
import importlib.util
import json
import sys

try:
    import httpx
except ModuleNotFoundError:
    sys.exit("Not run: httpx is not installed. pip install -r one of the requirements files beside this one")

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
    import httpx2
    from mcp import Client, MCPError
    from mcp.client.streamable_http import streamable_http_client

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
            resources = (await client.list_resources()).resources
            assert len(resources) > 0
            if mode == "legacy":
                await client.subscribe_resource(resources[0].uri)
                await client.unsubscribe_resource(resources[0].uri)
            assert len((await client.list_prompts()).prompts) > 0
    async with Client(documents, mode=mode) as client:
        found = await client.call_tool("search_docs", {"query": "rate limits"})
        assert len(found.structured_content["results"]) > 0
    done(f"mcp, mode {mode}")


async def use_fastmcp(key: str, slug: str) -> None:
    from fastmcp import Client as FastClient

    async with FastClient(products, auth=key) as client:
        assert {tool.name for tool in await client.list_tools()} == tools
        opened = await client.call_tool("get_article", {"slug": slug})
        assert opened.structured_content["access_level"] == "subscriber"
    async with FastClient(documents) as client:
        read = await client.call_tool("read_doc", {"path": "/auth.md"})
        assert "auth.md" in read.structured_content["markdown"]
    done("fastmcp")


async def use_authlib(key: str, slug: str) -> None:
    from authlib.common.security import generate_token
    from authlib.integrations.httpx_client import OAuth2Client

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


async def use_langchain(key: str, slug: str) -> None:
    from langchain_mcp_adapters.client import MultiServerMCPClient

    def connect(url: str, **more: object) -> MultiServerMCPClient:
        return MultiServerMCPClient({"quire": {"transport": "streamable_http", "url": url, **more}})

    async def take(client: MultiServerMCPClient) -> dict:
        return {tool.name: tool for tool in await client.get_tools()}

    found = await take(connect(products))
    assert set(found) == tools
    try:
        await found["get_article"].ainvoke({"slug": slug})
    except Exception as refusal:  # whose class belongs to the SDK below the adapters
        assert "/api/v1/agent/subscribe" in str(refusal)
    else:
        raise AssertionError("a paid article was not refused")
    keyed = await take(connect(products, headers={"Authorization": f"Bearer {key}"}))
    assert "subscriber" in json.dumps(await keyed["get_article"].ainvoke({"slug": slug}), default=str)
    documented = await take(connect(documents))
    assert "auth.md" in json.dumps(await documented["read_doc"].ainvoke({"path": "/auth.md"}), default=str)
    done("LangChain adapters")


async def use_x402_v2(_: str, slug: str) -> None:
    """A wallet of this moment, without funds: the service checks the signature and bills nothing."""
    from eth_account import Account
    from x402 import x402Client
    from x402.http.clients import x402HttpxClient
    from x402.mechanisms.evm import EthAccountSigner
    from x402.mechanisms.evm.exact.register import register_exact_evm_client

    payer = x402Client()
    register_exact_evm_client(payer, EthAccountSigner(Account.create()))
    async with x402HttpxClient(payer) as http:
        paid = await http.get(f"{base}/api/v1/articles/{slug}")
        await paid.aread()
    assert paid.status_code == 200, paid.text
    assert paid.json()["access_level"] == "purchase"
    done("x402, version 2")


async def use_x402_v1(_: str, slug: str) -> None:
    """The library of version 1 reads the terms and signs; its own HTTP client wants a text in `error`: README.md."""
    from eth_account import Account
    from x402.clients.base import x402Client
    from x402.types import PaymentRequirements

    payer = x402Client(Account.create())
    article = f"{base}/api/v1/articles/{slug}"
    refusal = httpx.get(article).json()
    offered = [PaymentRequirements(**terms) for terms in refusal["accepts"]]
    payment = payer.create_payment_header(payer.select_payment_requirements(offered), refusal["x402Version"])
    paid = httpx.get(article, headers={"X-Payment": payment})
    assert paid.status_code == 200, paid.text
    assert paid.json()["access_level"] == "purchase"
    done("x402, version 1")


async def use_feedparser(_: str, __: str) -> None:
    import feedparser

    for path in ("/feed.xml", "/rss.xml", "/developers/changelog.xml"):
        feed = feedparser.parse(base + path)
        assert feed.status == 200 and not feed.bozo and len(feed.entries) > 0
        assert feedparser.parse(base + path, etag=feed.etag).status == 304
    done("feedparser")


async def use_datasets(_: str, slug: str) -> None:
    from datasets import load_dataset

    rows = load_dataset("json", data_files=f"{base}/api/v1/corpus", split="train")
    assert slug in rows["slug"]
    done("datasets")


async def use_mlcroissant(_: str, slug: str) -> None:
    import mlcroissant

    dataset = mlcroissant.Dataset(jsonld=f"{base}/corpus.croissant.json")
    rows = list(dataset.records(record_set="articles"))
    assert slug.encode() in [row["articles/slug"] for row in rows]
    done("mlcroissant")


async def use_both_modes(key: str, slug: str) -> None:
    for mode in ("legacy", "2026-07-28"):
        await use_mcp(mode, key, slug)


# Module to package where they differ in name; `mcp.server.fastmcp` stands for mcp below 2, `mcp_types` for mcp 2.
packages = {
    "mcp_types": "mcp>=2",
    "mcp.server.fastmcp": "mcp<2",
    "authlib": "Authlib",
    "langchain_mcp_adapters": "langchain-mcp-adapters",
    "x402.mechanisms": "x402[evm,httpx]>=2",
    "x402.clients": "x402<2",
}
flows = (
    ("mcp", ("mcp_types", "httpx2"), use_both_modes),
    ("fastmcp", ("fastmcp",), use_fastmcp),
    ("Authlib", ("authlib",), use_authlib),
    ("feedparser", ("feedparser",), use_feedparser),
    ("datasets", ("datasets",), use_datasets),
    ("mlcroissant", ("mlcroissant", "jsonpath_rw"), use_mlcroissant),
    ("LangChain adapters", ("langchain_mcp_adapters", "mcp.server.fastmcp"), use_langchain),
    ("x402, version 2", ("x402.mechanisms",), use_x402_v2),
    ("x402, version 1", ("x402.clients",), use_x402_v1),
)


def is_installed(module: str) -> bool:
    try:
        return importlib.util.find_spec(module) is not None
    except ModuleNotFoundError:
        return False


async def main() -> None:
    key, slug = subscribe(), find_paid()
    ran = 0
    for name, modules, flow in flows:
        missing = [packages.get(module, module) for module in modules if not is_installed(module)]
        if missing:
            print(f"not run: {name}, without {', '.join(missing)}")
            continue
        await flow(key, slug)
        ran += 1
    print(f"{ran} of {len(flows)} clients completed")
    if ran == 0:
        sys.exit(1)


asyncio.run(main())
