import type { Words } from './en.ts';

export const consent: Words['consent'] = {
  allowAccess: 'Zugang erlauben',
  let: (client, site) => `Darf ${client} ${site} lesen?`,
  asks: (client) => `Eine Anwendung, die sich ${client} nennt, möchte:`,
  scopes: {
    'articles:read': 'Jeden Artikel lesen, auch die bezahlten',
    'mcp:connect': 'Sich mit dem Werkzeug-Server verbinden und seine Werkzeuge aufrufen',
  },
  publishedBy: (host) => `, veröffentlicht von ${host},`,
  at: 'Und zwar hier:',
  goesTo: (target, site) =>
    `Ihre Antwort geht an ${target}. ${site} hat nicht geprüft, wer das betreibt. Dies ist eine Vorführung: Nichts wird abgerechnet, ein Konto ist nicht nötig.`,
  anApp: (protocol) => `eine App auf diesem Gerät (${protocol})`,
  allow: 'Erlauben',
  deny: 'Ablehnen',
  notPossible: 'Nicht möglich',
  cannotAnswer: 'Diese Anfrage kann nicht beantwortet werden',
  nothingAllowed:
    'Nichts wurde erlaubt. Versuchen Sie es in der Anwendung noch einmal, oder sagen Sie es denen, die sie machen.',
  reasons: {
    unknownClient: 'Die Anwendung ist hier nicht bekannt (client_id); sie muss sich erst anmelden.',
    unknownRedirectUri:
      'Die Antwort soll an eine Adresse gehen, die für diese Anwendung nicht angemeldet ist (redirect_uri).',
    longState: (limit) => `Was die Anwendung mitgeschickt hat, ist zu lang: state hat höchstens ${limit} Zeichen.`,
    elsewhere: 'Zugang wird nur auf der Seite dieses Dienstes erlaubt.',
    noDecision: 'Es fehlt, ob Sie erlauben oder ablehnen (decision).',
    repeated: 'Die Anwendung hat eine Angabe mehrmals geschickt.',
    missing: (name) => `Die Anwendung hat eine Angabe weggelassen: ${name}.`,
    onlyCode: 'Die Anwendung verlangt eine Art von Antwort, die es hier nicht gibt (response_type ist code).',
    noCodeGrant: 'Die Anwendung ist nicht dafür angemeldet, Menschen um Zugang zu bitten (authorization_code).',
    onlyQuery: 'Die Anwendung will die Antwort auf einem Weg, den es hier nicht gibt (response_mode ist query).',
    noRequestObjects:
      'Die Anwendung hat ihre Anfrage als Objekt geschickt (request, request_uri); das geht hier nicht.',
    needsPkce: 'Die Anwendung hat ihre Anfrage nicht gesichert: PKCE mit code_challenge_method S256 fehlt.',
    otherScope: (allowed) =>
      `Die Anwendung verlangt mehr, als sie bekommen kann (scope). Möglich ist: ${allowed || 'nichts'}.`,
    otherResource: (known) =>
      `Die Anwendung verlangt Zugang zu einer anderen Adresse (resource). Hier gibt es ${known}.`,
    unreadableDocument: (url) =>
      `Unter ${url} ließ sich nicht lesen, wer die Anwendung ist. Für ihre Entwickler: Dort muss JSON von höchstens 10 KiB stehen, das diese Adresse als client_id nennt, auf einem öffentlichen Rechner, der binnen 3 Sekunden und ohne Weiterleitung antwortet.`,
    badDocument: (url, detail) =>
      `Was die Anwendung unter ${url} über sich sagt, kann nicht angenommen werden. Für ihre Entwickler, auf Englisch: ${detail}`,
  },
};
