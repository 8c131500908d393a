export const consent = {
  allowAccess: 'Allow access',
  let: (client: string, site: string) => `Let ${client} read ${site}?`,
  asks: (client: string) => `An application that calls itself ${client} asks to:`,
  scopes: {
    'articles:read': 'Read every article, the paid ones included',
    'mcp:connect': 'Connect to the tool server and call its tools',
  },
  publishedBy: (host: string) => `, published by ${host},`,
  at: 'It may do so at:',
  goesTo: (target: string, site: string) =>
    `Your answer goes to ${target}. ${site} has not checked who runs it. This is a demo: nothing is billed, and no account is needed.`,
  anApp: (protocol: string) => `an app on this device (${protocol})`,
  allow: 'Allow',
  deny: 'Deny',
  notPossible: 'Not possible',
  cannotAnswer: 'This request cannot be answered',
  nothingAllowed: 'Nothing was allowed. Go back to the application and try again, or tell its makers.',
  /** Why a request is refused; `error_description` says the English ones. */
  reasons: {
    unknownClient: 'The client_id is unknown. Register the client first.',
    unknownRedirectUri: 'redirect_uri is not one of the URIs registered for this client.',
    longState: (limit: number) => `state is at most ${limit} characters.`,
    elsewhere: 'Consent is given on the page of this service only.',
    noDecision: 'decision is allow or deny.',
    repeated: 'A parameter is given more than once.',
    missing: (name: string) => `The parameter ${name} is missing.`,
    onlyCode: 'The only response_type is code.',
    noCodeGrant: 'This client is not registered for authorization_code.',
    onlyQuery: 'The only response_mode is query.',
    noRequestObjects: 'Request objects are not supported.',
    needsPkce: 'PKCE is required with code_challenge_method S256.',
    otherScope: (allowed: string) => `Allowed here: ${allowed || 'no scope'}.`,
    otherResource: (known: string) => `The resources of this service are ${known}.`,
    unreadableDocument: (url: string) =>
      `No client metadata document could be read at ${url}. It must be JSON of at most 10 KiB with this URL as client_id, on a public host that responds within 3 seconds without a redirect.`,
    badDocument: (url: string, detail: string) => `The client metadata document ${url} is not valid. ${detail}`,
  },
};
