import { z } from 'zod';
import { isHttpOrigin } from '../../contract/urls.ts';
import { isLanguageTag } from '../../library/language-tag.ts';
import { maxArticlePrice } from '../../library/price.ts';
import { chooseWords } from '../../words/words.ts';

const line = (longest: number) =>
  z.string().trim().min(1, 'is empty').max(longest, `is longer than ${longest} characters`);

/** The settings of `npm run init`, by flag; each description is the question for a person. */
export const Answers = z.object({
  name: line(60).describe('What is the publication called?'),
  publisher: line(120).describe('Who publishes it?'),
  email: z.email('is not an email address').describe('Which email address do readers write to?'),
  language: z
    .string()
    .refine(isLanguageTag, 'is not a language such as en or de')
    .describe('In which language is it written?'),
  tagline: line(160).describe('What is it, in one line?'),
  author: line(120).describe('Who signs the first articles?'),
  'base-url': z
    .string()
    .refine(isHttpOrigin, 'is not a URL such as https://journal.example, without a slash or path at its end')
    .describe('What is its public URL?'),
  price: z.coerce
    .number('is not a number')
    .gt(0, 'is not more than 0')
    .max(maxArticlePrice, `is over ${maxArticlePrice}: common clients refuse to pay more for one article`)
    .describe('What does one paid article cost, in US dollars of a test network?'),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, 'is no ISO 4217 code such as USD')
    .describe('In which currency is a subscription priced?'),
});

export type Answers = z.infer<typeof Answers>;
export type AnswerName = keyof Answers;

/** In the order they are asked. */
export const answerNames = Answers.keyof().options;

/** The default; undefined for a setting without a sensible one. */
export function findDefaultAnswer(
  name: AnswerName,
  known: Readonly<Partial<Record<AnswerName, string>>>,
): string | undefined {
  switch (name) {
    case 'name':
    case 'email':
      return undefined;
    case 'publisher':
      return known.name;
    case 'author':
      return known.publisher;
    case 'tagline':
      return known.publisher && chooseWords(known.language ?? '').starter.tagline(known.publisher);
    case 'base-url':
      return 'http://localhost:4321';
    case 'price':
      return '0.05';
    case 'currency':
      return 'USD';
    case 'language':
      return 'en';
  }
}

/** The message that rejects an input; undefined when it is valid. */
export function reportMistake(name: AnswerName, text: string): string | undefined {
  const parsed = Answers.shape[name].safeParse(text);
  return parsed.success ? undefined : `--${name} "${text}" ${parsed.error.issues[0]?.message ?? 'is not possible'}.`;
}
