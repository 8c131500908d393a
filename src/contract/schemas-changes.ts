import { z } from 'zod';
import { standingMembers } from './schemas-article-record.ts';
import { Tier } from './schemas-articles.ts';

/** A cursor of `listChanges`, to continue with. */
export const ChangeCursor = z.string().regex(/^[0-9a-f]{8}-\d{1,12}$/);

export const ArticleChange = z
  .object({
    slug: z.string(),
    change: z.enum(['added', 'changed', 'removed']),
    title: z.string().optional(),
    tier: Tier.optional(),
    url: z.url().optional().meta({ description: 'The page for people.' }),
    api_url: z.url().optional().meta({ description: 'Where the article is read.' }),
    date: z.iso.datetime().meta({ description: 'When the change was published.' }),
    revision: z.string().meta({
      description:
        'Another text after each change, of paid words too. It is a count: nothing about the words can be tested with it.',
    }),
    public_digest: z.string().optional().meta({
      description: 'sha256:<hex> over what is public of the article. A change of paid words alone does not alter it.',
    }),
    retracted: z.literal(true).optional(),
    ...standingMembers,
  })
  .meta({ id: 'ArticleChange', description: 'A removed article has only slug, change, date and revision.' });

export const ArticleChanges = z
  .object({
    data: z.array(ArticleChange),
    cursor: z.string().meta({ description: 'Send it as `since` next time.' }),
    has_more: z.boolean().meta({ description: 'Ask again at once: more has changed than fits.' }),
    reset: z.literal(true).optional().meta({
      description: 'Your cursor is not known here any more: this is the beginning. Forget what it does not name.',
    }),
  })
  .meta({ id: 'ArticleChanges' });
