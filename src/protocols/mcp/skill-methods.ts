import { z } from 'zod';
import type { Services } from '../../core/services.ts';
import { contentDigest } from '../../library/digest.ts';
import { buildSkill, describeSkill } from '../agent-skill.ts';
import { encodeJson } from '../json.ts';
import type { McpMethod, Skill } from './feature-types.ts';
import { RpcError, rpcCodes } from './rpc-error.ts';
import { OnePage, parseParams } from './tool.ts';

/** Skills over MCP (SEP-2640, extension specification of 2026-09). */
export const skillsExtension = 'io.modelcontextprotocol/skills';

/** How long a client may use a list without requesting it again. */
export const listTtlMs = 300_000;

const Get = z.object({ uri: z.string() });
/** CacheableResult: the extension is written for MCP 2026-07-28 and has these members in every revision. */
const envelope = { resultType: 'complete', ttlMs: listTtlMs, cacheScope: 'public' } as const;

/** The skill of the site, with the digest of the bytes that `resources/read` returns. */
export function createSkill({ urls, publication }: Pick<Services, 'urls' | 'publication'>): Skill {
  const text = buildSkill(urls, publication);
  const frontmatter = describeSkill(publication);
  const uri = `skill://${frontmatter.name}/SKILL.md`;
  const file = { uri, digest: contentDigest(text), size: new TextEncoder().encode(text).length };
  return { entry: { uri, frontmatter, resources: [file] }, text };
}

export function findSkill(skills: readonly Skill[], uri: string): Skill | undefined {
  return skills.find(({ entry }) => entry.uri === uri);
}

export function isSkillMethod(method: string): boolean {
  return method.startsWith('skills/');
}

/** `skills/list` and `skills/get`. */
export function skillMethods(skills: readonly Skill[]): readonly (readonly [string, McpMethod])[] {
  const list = { object: encodeJson({ ...envelope, skills: skills.map(({ entry }) => entry) }) };
  return [
    [
      'skills/list',
      async (params) => {
        parseParams(OnePage, params ?? {});
        return list;
      },
    ],
    [
      'skills/get',
      async (params) => {
        const { uri } = parseParams(Get, params ?? {});
        const skill = findSkill(skills, uri);
        if (!skill) {
          const message = `No skill has the URI ${JSON.stringify(uri.slice(0, 200))}. Take one from skills/list.`;
          throw new RpcError(rpcCodes.invalidParams, message);
        }
        return { object: encodeJson({ ...envelope, skill: skill.entry }) };
      },
    ],
  ];
}
