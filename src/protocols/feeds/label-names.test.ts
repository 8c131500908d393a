import { describe, expect, it } from 'vitest';
import { nameLabels } from './label-names.ts';

const html = `<figure class="table-figure" id="tbl:rates"><figcaption><strong>Table 2.</strong> Rates.</figcaption></figure>
<figure id="fig:curve"><img><figcaption><strong>Figure 1.</strong> The curve.</figcaption></figure>
<div class="equation" id="eq:law"><math></math><span class="equation-number">(1)</span></div>
<p>See <a class="cross-reference" href="#tbl:rates">Table\u00A02</a> and <a class="cross-reference" href="#eq:law">Equation\u00A01</a>.</p>`;

describe('the names of tables, figures and equations in markdown', () => {
  it('are those of the page, at the caption and where they are referred to', () => {
    const markdown = `Table: Rates by day\nand hour. {#tbl:rates}\n\n| a | b |\n|---|---|\n\n![A curve.](c.svg "The curve."){#fig:curve}\n
$$\na = b\n$$ {#eq:law}\n\nSee @tbl:rates and @eq:law.\n`;
    expect(nameLabels({ markdown, html })).toBe(
      `**Table 2.** Rates by day\nand hour.\n\n| a | b |\n|---|---|\n\n![A curve.](c.svg "The curve.")\n\n**Figure 1.** The curve.\n
$$\na = b\n$$ (1)\n\nSee Table 2 and Equation 1.\n`,
    );
  });

  it('leave alone what the page does not name, and code', () => {
    const markdown =
      'Table: none here.\n\nMail a@tbl.example, see @tbl:sold.\n\n![](plain.svg)\n\n`@tbl:rates`\n\n```\nTable: x {#tbl:rates}\n\n@tbl:rates\n```\n';
    expect(nameLabels({ markdown, html: '' })).toBe(markdown);
  });

  it('are removed from a heading, whose URL stays the same', () => {
    expect(nameLabels({ markdown: '## What it costs {#costs}\n', html: '' })).toBe('## What it costs\n');
  });
});
