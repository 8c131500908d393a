import { z } from 'zod';

/** A chart and its numbers, as an article's JSON and the tool get_article have it. */
export const Figure = z
  .object({
    id: z.string(),
    title: z.string().meta({ description: 'What was found.' }),
    subtitle: z.string().optional().meta({ description: 'What was measured.' }),
    description: z.string(),
    unit: z.string().optional(),
    note: z.string().optional(),
    columns: z.array(
      z.object({ name: z.string(), type: z.enum(['number', 'date', 'text']), unit: z.string().optional() }),
    ),
    rows: z
      .array(z.array(z.union([z.string(), z.number(), z.null()])))
      .meta({ description: 'A value for each column. The first 200 rows; `csv` has all.' }),
    total_rows: z.int(),
    url: z.url().meta({ description: 'Where it is in the page for people.' }),
    csv: z.url(),
    svg: z.url(),
  })
  .meta({ id: 'Figure' });
