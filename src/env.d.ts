/// <reference types="astro/client" />

declare namespace App {
  interface Locals {
    /** Handed over by src/server/main.ts; on-demand pages only. */
    services: import('./core/services.ts').Services;
    notFound(): Promise<Response>;
    app: { fetch(request: Request, info?: { clientAddress?: string }): Promise<Response> };
  }
}
