import { z } from 'zod';
import { ruleTable } from '../checks/rules.ts';
import { ArticleFrontMatter, PageFrontMatter } from './schema.ts';

/** A Markdown table of every front-matter key: name, whether it is required, what it is for. Made from the schema itself. */
export function writeKeyTable(kind: 'article' | 'page'): string {
  const schema = kind === 'article' ? ArticleFrontMatter : PageFrontMatter;
  const rows = Object.entries(schema.shape).map(([key, value]) => {
    const isRequired = !value.safeParse(undefined).success;
    return `| \`${key}\` | ${isRequired ? 'yes' : 'no'} | ${escapeCell(z.globalRegistry.get(value)?.description ?? '')} |`;
  });
  return ['| Key | Required | What it is for |', '|---|---|---|', ...rows, ''].join('\n');
}

/** A Markdown table of every rule: name, severity unless configured otherwise, what it asks for. */
export function writeRuleTable(): string {
  const rows = Object.entries(ruleTable).map(([name, rule]) => {
    const severity = 'isFixed' in rule ? 'always error' : rule.severity;
    return `| \`${name}\` | ${severity} | ${escapeCell(rule.summary)} |`;
  });
  return ['| Rule | Severity | What it asks for |', '|---|---|---|', ...rows, ''].join('\n');
}

function escapeCell(text: string): string {
  return text.replaceAll('|', '\\|');
}
