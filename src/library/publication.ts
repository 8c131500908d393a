/** The settings of site.config.ts with every default filled in: src/library/publication-settings.ts describes each. */
export interface Publication {
  name: string;
  tagline: string;
  description: string;
  /** Slug of the article that the front page begins with; the newest free one when absent. */
  featured?: string | undefined;
  /** Slugs of the articles whose findings the front page shows; the newest when absent. */
  numbers?: readonly string[] | undefined;
  /** Where the files of this repository are shown, up to their path: `https://git.example/x/blob/main/`. */
  repository?: string | undefined;
  /** BCP 47. */
  language: string;
  citations: 'numeric' | 'author-year';
  /** Are the sections of articles numbered, unless an article says otherwise? */
  numbered: boolean;
  publisher: { name: string; email: string; address?: { locality: string; country: string } | undefined };
  looks: Looks;
  /** The links at the top of each page; undefined for the usual ones. */
  navigation?: readonly { href: string; name: string }[] | undefined;
  /** Offered where a reader may ask. */
  questions?: readonly string[] | undefined;
  /** Additional origins that may call /mcp from a browser. */
  allowedOrigins: readonly string[];
  /** Base URLs that the publication had before it moved. */
  formerUrls: readonly string[];
  /** Content-Signal of robots.txt. */
  contentSignals: { search: boolean; aiInput: boolean; aiTrain: boolean };
  /** x402: a test network, and a recipient without an owner. */
  payment: PaymentTerms;
  deprecations: readonly Deprecation[];
  /** Content rule to severity, for `npm run check:content`. */
  rules: Readonly<Record<string, 'off' | 'warn' | 'error'>>;
}

/** URLs are those of files in public/. */
export interface Looks {
  logo?: string | undefined;
  accent?: string | { light: string; dark: string } | undefined;
  typeFaces: Readonly<Partial<Record<'serif' | 'sans' | 'mono', TypeFace | undefined>>>;
  socialPicture?: string | undefined;
  plates: boolean;
  madeWithQuire: boolean;
}

export interface TypeFace {
  family: string;
  file?: string | undefined;
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
  replacement: string;
}
