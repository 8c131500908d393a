import { z } from 'zod';
import { isHttpOrigin } from '../../contract/urls.ts';
import { defaultPort, readBaseUrl } from '../../library/base-url.ts';
import { ConfigError } from '../../library/config-error.ts';
import { publication } from '../../library/current-publication.ts';
import { toKeyPrefix } from '../../library/key-prefix.ts';
import { describeIssue } from '../../library/mistake.ts';

const port = z
  .string()
  .regex(/^\d{1,5}$/, 'is not a port number')
  .transform(Number)
  .refine((value) => value <= 65_535, 'is over 65535');
const count = z
  .string()
  .regex(/^[1-9]\d{0,6}$/, 'is not a whole number from 1 to 9999999')
  .transform(Number);
const list = z.string().transform((value) =>
  value
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean),
);
const hosts = list.superRefine((names, context) => {
  for (const name of names.filter(
    (name) => !/^(?:[a-z0-9-]+(?:\.[a-z0-9-]+)*|\[[0-9a-f:]+\])(?::\d{1,5})?$/i.test(name),
  ))
    context.addIssue({
      code: 'custom',
      message: `names "${name}", which is not a valid host name; use a form such as research.example`,
    });
});
const secret = z.string().min(32, 'is shorter than 32 characters; make one with: openssl rand -hex 32');

const onOrOff = z.enum(['on', 'off']).default('off');

/** Every setting that differs between deployments. `.env.example` lists the same names (a test compares them). */
export const Environment = z.object({
  BASE_URL: z
    .url({ protocol: /^https?$/, error: 'is not an http or https URL', abort: true })
    .refine((value) => !value.endsWith('/'), { error: 'ends with a slash; leave it out', abort: true })
    .refine(isHttpOrigin, {
      error: ({ input }) =>
        `is not scheme, host and port alone, as they are sent; set it to ${new URL(String(input)).origin} instead`,
    })
    .optional()
    .meta({ description: 'The public URL, without a trailing slash. Default http://localhost:PORT.' }),
  HOST: z
    .string()
    .regex(/^[\w.:%-]+$/, 'is not an IP address; set it to 127.0.0.1, 0.0.0.0 or one of this machine')
    .default('127.0.0.1')
    .meta({ description: 'The IP address to listen on.' }),
  PORT: port.prefault(defaultPort).meta({ description: 'The port to listen on.' }),
  STORE_URL: z
    .string()
    .regex(
      /^(sqlite:|postgres(ql)?:\/\/|rediss?(\+sentinel|\+cluster)?:\/\/)/,
      'starts with none of sqlite:, postgres:// and redis://',
    )
    .default('sqlite:state.db')
    .meta({
      description:
        'sqlite:FILE, relative to DATA_DIR; for several replicas postgres://USER:PASSWORD@HOST:PORT,HOST:PORT/DATABASE, redis://HOST:PORT, redis+sentinel://HOST:PORT,HOST:PORT/MASTER or redis+cluster://HOST:PORT,HOST:PORT (rediss for TLS).',
    }),
  STORE_PREFIX: z
    .string()
    .regex(/^[\w.-]{1,253}$/, 'is not 1 to 253 letters, digits, dots, hyphens and underscores')
    .optional()
    .meta({
      description:
        'Separates services that share a store: the keys of their records begin with it, and a slash. Default: none.',
    }),
  STORE_WAIT_REPLICAS: z
    .string()
    .regex(/^\d$/, 'is not a whole number from 0 to 9')
    .transform(Number)
    .prefault('0')
    .meta({ description: 'Of Redis: how many of its replicas must have a record before it is acknowledged.' }),
  DATA_DIR: z
    .string()
    .min(1)
    .default('data')
    .meta({ description: 'Folder for the state file and the generated secret.' }),
  RELEASE_STORE: z
    .string()
    .regex(
      /^(?:file:.+|s3:\/\/[a-z0-9][a-z0-9.-]+[a-z0-9](?:\/\S*)?)$/,
      'is neither file:FOLDER nor s3://BUCKET/PREFIX',
    )
    .optional()
    .meta({
      description:
        'Where npm run publish stores releases for several machines, and where they fetch them: file:FOLDER on a shared file system, or s3://BUCKET/PREFIX with AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_REGION and AWS_ENDPOINT_URL. Default: releases stay on this machine.',
    }),
  KEY_PREFIX: z
    .string()
    .regex(/^[a-z][a-z0-9]{1,15}$/, 'is not 2 to 16 lower-case letters and digits')
    .optional()
    .meta({ description: 'Demo keys read <prefix>_demo_<hex>. Default: from the name of the publication.' }),
  KEY_SECRET: secret.optional().meta({ description: 'Signs keys. Default: generated once into DATA_DIR.' }),
  KEY_SECRET_PREVIOUS: secret
    .optional()
    .meta({ description: 'Accepted beside KEY_SECRET while it is being replaced.' }),
  ALLOWED_HOSTS: hosts
    .prefault('')
    .meta({ description: 'Additional host names that clients may use, separated by commas.' }),
  TRUSTED_PROXIES: list
    .prefault('')
    .meta({ description: 'Addresses or CIDR blocks of proxies whose X-Forwarded-For is believed, comma separated.' }),
  SEARCH_ENGINE: z.enum(['flexsearch', 'sqlite']).default('flexsearch').meta({
    description:
      'The index that a build writes: flexsearch searches in memory, sqlite in a file, for more than 100,000 articles.',
  }),
  CONNECTIONS_PER_ADDRESS: count.prefault('512').meta({
    description:
      'Connections that one IP address (IPv6: one /64) may keep open; wider networks have limits too. Trusted proxies have no limit.',
  }),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .meta({ description: 'pino level.' }),
  LOG_PATHS: onOrOff.meta({ description: 'on: each request line names its path, without the query string.' }),
  LOG_ADDRESSES: onOrOff.meta({ description: 'on: each request line contains the client IP address.' }),
  LEDGER: z.enum(['on', 'off']).default('on').meta({
    description: 'on: counts reads, sales and questions for npm run report, without any record of who reads.',
  }),
  OWNER_SECRET: secret
    .optional()
    .meta({ description: 'Password of /owner, the report for the owner. Without it the page does not exist.' }),
  METRICS_PORT: port.optional().meta({ description: 'Serves /metrics on 127.0.0.1 at this port. Default: off.' }),
  PUBLICATIONS: z.string().optional().meta({
    description:
      'Folder with one folder for each publication, named by its host; all of them are served. Default: this publication alone.',
  }),
  PUBLICATIONS_OPEN: count.optional().meta({
    description:
      'With PUBLICATIONS: how many are open at the same time, each in a process of its own. Default: one for each 256 MB of memory.',
  }),
  WORKERS: count.prefault('1').meta({ description: 'Threads that share PORT.' }),
  RATE_LIMIT_PER_MINUTE: count
    .prefault('600')
    .meta({ description: 'API requests a minute for each key or IP address.' }),
  SUBSCRIBE_LIMIT_PER_MINUTE: count.prefault('10').meta({ description: 'Subscriptions a minute for each IP address.' }),
  EDGE_CACHE: onOrOff.meta({
    description: 'on: a shared cache is in front; public responses carry tags and no header about one caller.',
  }),
  EDGE_PURGE_URL: z
    .url({ protocol: /^https?$/, error: 'is not an http or https URL' })
    .optional()
    .meta({ description: 'Where that cache is purged by tag when another release is served. Default: never.' }),
  EDGE_PURGE_METHOD: z.enum(['POST', 'PURGE']).default('POST').meta({ description: 'The method of that request.' }),
  EDGE_PURGE_HEADER: z
    .string()
    .regex(/^[\w-]+: ?[^\r\n]+$/, 'is not a header; write it as Name: value')
    .optional()
    .meta({ description: 'One header of that request, such as Authorization: Bearer TOKEN.' }),
});

type Parsed = z.infer<typeof Environment>;
export type Config = Parsed & { BASE_URL: string; KEY_PREFIX: string };

/**
 * Reads the environment. Empty values count as unset.
 * @throws ConfigError with one plain sentence for each mistake, all of them at once
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = Environment.safeParse(set);
  if (!parsed.success) {
    const sentences = parsed.error.issues.map((issue) => `${String(issue.path[0])} ${sayIssue(issue)}.`);
    throw new ConfigError(`Invalid configuration. ${sentences.join(' ')}`);
  }
  const { KEY_PREFIX } = parsed.data;
  return {
    ...parsed.data,
    BASE_URL: readBaseUrl(set),
    KEY_PREFIX: KEY_PREFIX ?? toKeyPrefix(publication.name),
  };
}

/** Zod's issues with a set of allowed words need a subject; the messages above are complete. */
function sayIssue(issue: z.core.$ZodIssue): string {
  return issue.code === 'invalid_value' ? `is invalid: ${describeIssue(issue)}` : describeIssue(issue);
}
