/// <reference types="astro/client" />

/** They are made in src/build/vite-modules.ts. */
declare module 'virtual:looks.css';
declare module 'virtual:words' {
  const script: import('./words/words.ts').Words['script'];
  export default script;
}
declare module 'virtual:part-words' {
  const scriptParts: import('./words/words.ts').Words['scriptParts'];
  export default scriptParts;
}
declare module 'virtual:example-words' {
  const examples: import('./words/words.ts').Words['examples'];
  export default examples;
}

/** The Snowball English stem of one lower-case word. */
declare module 'wink-porter2-stemmer' {
  export default function stem(word: string): string;
}

declare namespace App {
  interface Locals {
    /** Results of earlier builds: passed to prerendered pages only. */
    memo?: import('./library/part-cache.ts').Memo;
    /** Passed by the renderer to on-demand pages only. */
    services: import('./core/services.ts').Services;
    notFound(): Promise<Response>;
    /** IP address of the reader, also behind a trusted proxy. */
    clientAddress: string;
    /** Only under `npm run dev`: the page at a path, with the notes for its author. */
    annotate?(pathname: string, html: string): string;
    app: {
      fetch(request: Request, info?: { clientAddress?: string }): Promise<Response>;
      takeTurn(clientAddress: string): Promise<void>;
    };
  }
}

/** Attributes of WebMCP forms, which Astro does not know yet. */
declare namespace astroHTML.JSX {
  interface HTMLAttributes {
    toolname?: string;
    tooldescription?: string;
    toolparamdescription?: string;
  }
}
