/** What the owner says in site.config.ts. */
export interface Publication {
  name: string;
  tagline: string;
  description: string;
  /** Slug of the article that the front page begins with; the newest free one when absent. */
  featured?: string;
  /** Where the files of this repository are shown, up to their path: `https://git.example/x/blob/main/`. */
  repository?: string;
  /** BCP 47. */
  language: string;
  publisher: { name: string; email: string; address: { locality: string; country: string } };
  /** Origins besides our own that may call /mcp from a browser. */
  allowedOrigins: readonly string[];
  /** Content-Signal of robots.txt. */
  contentSignals: { search: boolean; aiInput: boolean; aiTrain: boolean };
  /** x402: a test network and a recipient nobody owns. */
  payment: PaymentTerms;
  deprecations: readonly Deprecation[];
  /** Content rule to severity, for `npm run check:content`. */
  rules: Readonly<Record<string, 'off' | 'warn' | 'error'>>;
}

export interface PaymentTerms {
  /** CAIP-2. */
  network: string;
  /** The v1 name of the same network. */
  networkV1: string;
  chainId: number;
  asset: string;
  assetName: string;
  assetVersion: string;
  assetDecimals: number;
  payTo: string;
  maxTimeoutSeconds: number;
}

/** Specification section 9 rule 2. */
export interface Deprecation {
  operationId: string;
  /** RFC 3339 full-dates; at least 90 days apart. */
  deprecated: string;
  sunset: string;
  /** What to use instead. */
  replacement: string;
}
