import { z } from 'zod';
import { operations } from '../contract/operations.ts';
import { minContrast, parseColour, readability } from './colour.ts';
import { dayMs } from './durations.ts';
import { isLanguageTag } from './language-tag.ts';

const Words = (most: number) => z.string().trim().min(1).max(most);
const FullDate = z.iso.date();
const Origin = z
  .string()
  .regex(/^https?:\/\/[a-z0-9.-]+(?::\d+)?$/, 'a URL without a path is expected, such as https://old.example');
const PublicFile = z.string().regex(/^\/[\w./-]+$/, 'the path of a file in public/ is expected, such as /logo.svg');
const Colour = z
  .string()
  .regex(/^#[0-9a-f]{6}$/i, 'a colour such as #0b5f4c is expected')
  .transform((text) => text.toLowerCase());

const LightAccent = Colour.superRefine((hex, context) => complainOfContrast(hex, 'light', context));
const DarkAccent = Colour.superRefine((hex, context) => complainOfContrast(hex, 'dark', context));

function complainOfContrast(hex: string, scheme: 'light' | 'dark', context: z.RefinementCtx): void {
  const ratio = readability(parseColour(hex), scheme);
  if (ratio >= minContrast) return;
  const remedy = scheme === 'light' ? 'choose a darker one' : 'choose a lighter one';
  context.addIssue({
    code: 'custom',
    message: `${hex} has a contrast of ${ratio.toFixed(2)} on ${scheme} paper; text needs ${minContrast} (WCAG AA): ${remedy}`,
  });
}

const TypeFace = z.strictObject({
  /** As CSS names it; with `file`, the name that file gets. */
  family: z.string().regex(/^[\w][\w -]*$/, 'the name of a family is expected, such as Source Serif'),
  /** A woff2 file of public/. Without it the family is taken from the reader's machine. */
  file: PublicFile.optional(),
});

/** How the pages look. Everything is optional; the icon is public/icon.svg. */
const LooksSettings = z.strictObject({
  /** Shown beside the name on every page. */
  logo: PublicFile.optional(),
  /** One colour for links, buttons and seams; the one for dark paper is derived from it, or named too. */
  accent: z.union([LightAccent, z.strictObject({ light: LightAccent, dark: DarkAccent })]).optional(),
  typeFaces: z
    .strictObject({ serif: TypeFace.optional(), sans: TypeFace.optional(), mono: TypeFace.optional() })
    .default({}),
  /** 1200 by 630, shown where a page of the site is shared; drawn from name and tagline when absent. */
  socialPicture: PublicFile.regex(
    /\.(?:png|jpe?g|webp|gif)$/i,
    'a PNG, JPEG, WebP or GIF file is expected, because social networks show no other kind',
  ).optional(),
  /** A picture for every article, drawn from its structure in shades of the accent. */
  plates: z.boolean().default(true),
  /** A line at the foot of each page that names the software. */
  madeWithQuire: z.boolean().default(false),
});

const Link = z.strictObject({
  href: z.string().regex(/^(?:\/|https?:\/\/)/, 'a path such as /about or a full URL is expected'),
  name: Words(40),
});

const PaymentSettings = z.strictObject({
  /** CAIP-2. */
  network: z.string().default('eip155:84532'),
  /** The v1 name of the same network. */
  networkV1: z.string().default('base-sepolia'),
  chainId: z.int().default(84532),
  asset: z.string().default('0x036CbD53842c5426634e7929541eC2318f3dCF7e'),
  assetName: z.string().default('USDC'),
  assetVersion: z.string().default('2'),
  assetDecimals: z.int().default(6),
  payTo: z
    .string()
    .regex(/^0x[0-9a-fA-F]{40}$/, 'an address of 40 hexadecimal digits is expected')
    .default('0x000000000000000000000000000000000000dEaD'),
  maxTimeoutSeconds: z.int().positive().default(300),
});

/** Specification section 9 rule 2. */
const minOverlapMs = 90 * dayMs;

const DeprecationSettings = z
  .strictObject({
    operationId: z
      .string()
      .refine((id) => Object.hasOwn(operations, id), 'the name of an operation is expected, such as getPricing'),
    deprecated: FullDate,
    sunset: FullDate,
    replacement: z.string(),
  })
  .refine(({ deprecated, sunset }) => Date.parse(sunset) - Date.parse(deprecated) >= minOverlapMs, {
    path: ['sunset'],
    error: 'it is under 90 days after `deprecated`; choose a later day',
  });

/** The settings of site.config.ts. Everything but the name and how to reach the publisher has a default. */
export const Settings = z.strictObject({
  name: Words(60),
  tagline: Words(160),
  description: Words(400).optional(),
  /** Slug of the article that the front page begins with; the newest free one when absent. */
  featured: z.string().optional(),
  /** Slugs of up to three articles whose findings the front page shows; the newest that have one when absent. */
  numbers: z.array(z.string()).max(3).optional(),
  /** Where the files of the repository are shown, up to their path: `https://git.example/x/blob/main/`. */
  repository: z.url().optional(),
  /** BCP 47: the words of the interface, dates, numbers and the analyser of search follow it. */
  language: z.string().refine(isLanguageTag, 'a language such as en or de-CH is expected').default('en'),
  /** How articles cite: by the number in their list of references, or by author and year. */
  citations: z.enum(['numeric', 'author-year']).default('numeric'),
  /** Are the sections of articles numbered? An article may say otherwise. */
  numbered: z.boolean().default(false),
  publisher: z.strictObject({
    name: Words(120),
    email: z.email(),
    address: z.strictObject({ locality: Words(80), country: z.string().regex(/^[A-Z]{2}$/) }).optional(),
  }),
  looks: LooksSettings.prefault({}),
  /** The links at the top of each page. */
  navigation: z.array(Link).min(1).max(7).optional(),
  /** Offered where a reader may ask; titles of the newest articles when absent. */
  questions: z.array(Words(120)).max(4).optional(),
  /** Additional origins that may call /mcp from a browser. */
  allowedOrigins: z.array(z.url()).default([]),
  /** Base URLs that the publication had before it moved. A citation of one of them is a citation of it. */
  formerUrls: z.array(Origin).default([]),
  /** Content-Signal of robots.txt. */
  contentSignals: z
    .strictObject({ search: z.boolean(), aiInput: z.boolean(), aiTrain: z.boolean() })
    .default({ search: true, aiInput: true, aiTrain: false }),
  /** x402: a test network, and a recipient without an owner. */
  payment: PaymentSettings.prefault({}),
  deprecations: z.array(DeprecationSettings).default([]),
  /** Content rule to severity, for `npm run check:content`. */
  rules: z.record(z.string(), z.enum(['off', 'warn', 'error'])).default({}),
});

/** site.config.ts as its owner writes it. */
export type PublicationSettings = z.input<typeof Settings>;

/** The same with every default filled in. */
export type Publication = z.output<typeof Settings> & { description: string };
export type Looks = Publication['looks'];
export type PaymentTerms = Publication['payment'];
export type Deprecation = Publication['deprecations'][number];
