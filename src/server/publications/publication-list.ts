import { readdir, realpath, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Logger } from 'pino';
import { hostName } from '../socket/guard.ts';

export interface ListedPublication {
  /** The host name that its folder has. */
  name: string;
  /** Absolute path. */
  folder: string;
  /** All host names, `name` included: links to the folder are further names. */
  hosts: string[];
}

export interface PublicationList {
  /** Finds a publication by a Host header; undefined for every name that is not listed. */
  find(host: string): Promise<ListedPublication | undefined>;
  /** Lists them again. Requests do so too, so this is for what changes while none opens a connection. */
  refresh(): Promise<void>;
  /** Those of the last list, each once. */
  all(): Iterable<ListedPublication>;
}

const label = '[a-z0-9](?:[a-z0-9-]*[a-z0-9])?';
const hostPattern = new RegExp(`^${label}(?:\\.${label})*$`);
/** A new folder is found after this time, without a restart. */
const freshMs = 1_000;

/**
 * Lists the folders of an installation by their host names. A Host header is only ever compared with this list, so no
 * path is made of what a client sends.
 * @param root the folder that PUBLICATIONS names
 * @param about.onList receives each later list, before a host is found in it
 * @throws Error with one sentence when it cannot be read
 */
export async function createPublicationList(
  root: string,
  { log, onList }: { log: Pick<Logger, 'warn'>; onList: (publications: Iterable<ListedPublication>) => void },
): Promise<PublicationList> {
  const ignored = new Set<string>();
  const ignore = (name: string, reason: string) => {
    if (!ignored.has(name)) log.warn({ name, reason }, 'an entry of PUBLICATIONS is not served');
    ignored.add(name);
  };
  const list = () => listPublications(resolve(root), ignore);
  let byHost = await list();
  let listedAt = performance.now();
  let listing: Promise<void> | undefined;

  async function update(): Promise<void> {
    listedAt = performance.now();
    byHost = await list().catch((cause: unknown) => {
      log.warn({ err: cause }, 'PUBLICATIONS cannot be read; the publications of before are served');
      return byHost;
    });
    listing = undefined;
    onList(all());
  }
  const all = () => new Set(byHost.values());
  return {
    async find(host) {
      if (performance.now() - listedAt > freshMs) listing ??= update();
      await listing;
      return byHost.get(hostName(host));
    },
    refresh: () => (listing ??= update()),
    all,
  };
}

async function listPublications(
  root: string,
  ignore: (name: string, reason: string) => void,
): Promise<ReadonlyMap<string, ListedPublication>> {
  const entries = await readdir(root, { withFileTypes: true }).catch((cause: unknown) => {
    throw new Error(`PUBLICATIONS names ${root}, which is not a folder that can be read: create it.`, { cause });
  });
  const byFolder = new Map<string, ListedPublication>();
  const byHost = new Map<string, ListedPublication>();
  // Folders before links: the name of a publication is that of its folder, where that is here.
  const ordered = entries.toSorted(
    (a, b) => Number(a.isSymbolicLink()) - Number(b.isSymbolicLink()) || (a.name < b.name ? -1 : 1),
  );
  const home = await realpath(root);
  for (const entry of ordered) {
    const { name } = entry;
    if (name.startsWith('.') || !(entry.isDirectory() || entry.isSymbolicLink())) continue;
    if (!hostPattern.test(name) || name.length > 253) {
      ignore(name, 'its name is not a host name in lower case');
      continue;
    }
    const folder = entry.isSymbolicLink() ? await findFolder(join(home, name)) : join(home, name);
    if (folder === undefined) {
      ignore(name, 'it is a link that leads to no folder');
      continue;
    }
    const publication = byFolder.get(folder) ?? { name, folder, hosts: [] };
    publication.hosts.push(name);
    byFolder.set(folder, publication);
    byHost.set(name, publication);
  }
  return byHost;
}

async function findFolder(link: string): Promise<string | undefined> {
  try {
    const folder = await realpath(link);
    return (await stat(folder)).isDirectory() ? folder : undefined;
  } catch {
    return undefined; // its target is missing
  }
}
