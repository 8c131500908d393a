vcl 4.1;

# A shared cache in front of Quire: Varnish 7 with the vmod xkey (Debian: varnish, varnish-modules).
# The service needs EDGE_CACHE=on, TRUSTED_PROXIES with the address of this machine, and
#   EDGE_PURGE_URL=http://this-machine/  EDGE_PURGE_METHOD=PURGE
# Check with: varnishd -C -f varnish.vcl

import xkey;

backend quire {
  .host = "127.0.0.1";
  .port = "4321";
  .first_byte_timeout = 60s;
}

# Who may purge: the machines of the service.
acl purgers {
  "127.0.0.1";
}

sub vcl_recv {
  if (req.method == "PURGE") {
    if (client.ip !~ purgers) { return (synth(403, "Not allowed")); }
    if (!req.http.Cache-Tag) { return (synth(400, "Cache-Tag is missing")); }
    # Soft: what is purged is still given out while one request fetches it anew.
    set req.http.X-Purged = xkey.softpurge(req.http.Cache-Tag);
    return (synth(200, "Purged " + req.http.X-Purged));
  }
  # The service counts and logs the client, not this machine.
  set req.http.X-Forwarded-For = client.ip;
  if (req.method != "GET" && req.method != "HEAD") { return (pass); }
  # Whoever shows a credential, a payment or a session gets what is theirs.
  if (req.http.Authorization || req.http.Cookie || req.http.X-PAYMENT || req.http.PAYMENT-SIGNATURE
    || req.http.SIGN-IN-WITH-X || req.http.Prefer) { return (pass); }
  # Browsers list the same preferences in a dozen spellings: one copy is enough for them, and this one means the same at
  # every path. Any other Accept goes on as it is, since the service varies by it.
  if (req.http.Accept ~ "^text/html,application/xhtml\+xml,application/xml;q=0\.9,(image/[a-z+]+,)*\*/\*;q=0\.8(,application/signed-exchange;v=b3;q=0\.[0-9])?$") {
    set req.http.Accept = "text/html,*/*;q=0.8";
  }
  return (hash);
}

sub vcl_backend_response {
  if (beresp.http.Cache-Control !~ "^public" || beresp.http.Set-Cookie || beresp.status >= 500) {
    set beresp.uncacheable = true;
    set beresp.ttl = 30s;
    return (deliver);
  }
  set beresp.http.xkey = beresp.http.Surrogate-Key;
  # Kept beyond its time only to ask whether it is still the same.
  set beresp.keep = 1h;
}

sub vcl_deliver {
  set resp.http.X-Cache = "miss";
  if (obj.hits > 0) { set resp.http.X-Cache = "hit"; }
  unset resp.http.xkey;
  unset resp.http.Surrogate-Key;
}

sub vcl_synth {
  set resp.http.Content-Type = "text/plain; charset=utf-8";
  synthetic(resp.reason);
  return (deliver);
}
