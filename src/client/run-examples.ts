import texts from 'virtual:example-words';
import { keyName, recall, remember, send, show } from './exchange.ts';
import { checkExample, runExample, type Shell } from './shell-example.ts';

// A button in each example of a guide that can be run completely: its requests are sent and shown under it. The
// variables of an example are stored as long as the tab is open, for other examples and guides.
const values = new Map<string, string>();
const toStoredName = (variable: string) => (variable === 'KEY' ? keyName : `example-${variable}`);
const find = (variable: string) => recall(toStoredName(variable)) ?? values.get(variable);

/** The beginning of the example that assigns each variable. */
const setters = new Map<string, string>();

const demoKey = `KEY=$(curl -X POST ${location.origin}/api/v1/agent/subscribe -H "Idempotency-Key: $(date +%s)-$RANDOM$RANDOM" \\
  | sed 's/.*"api_key":"\\([^"]*\\)".*/\\1/')`;

function createShell(output: HTMLElement): Shell {
  return {
    read: (variable) => find(variable) ?? '',
    assign(variable, value) {
      values.set(variable, value);
      remember(toStoredName(variable), value);
    },
    send: async (request) => (await send(request, output)) ?? '',
    pick(text, pattern) {
      if (!pattern.test(text)) throw new Error(texts.noValue);
      return text.replace(pattern, '$1');
    },
  };
}

async function run(code: string, needs: ReadonlySet<string>, output: HTMLElement) {
  output.replaceChildren();
  const missing = [...needs].filter((variable) => find(variable) === undefined);
  const [unset] = missing.filter((variable) => variable !== 'KEY');
  if (unset) return show(output, [`$${unset}: ${texts.runFirst}`, setters.get(unset) ?? '']);
  const shell = createShell(output);
  try {
    if (missing.length > 0) await runExample(demoKey, location.origin, shell);
    await runExample(code, location.origin, shell);
  } catch (error) {
    show(output, [error instanceof Error ? error.message : String(error)]);
  }
}

function create(name: string, className: string, attributes: Record<string, string>): HTMLElement {
  const element = document.createElement(name);
  element.className = className;
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}

async function addRun(block: HTMLElement) {
  const code = block.textContent;
  const checked = await checkExample(code, location.origin).catch(() => undefined);
  // An example that needs a shell has no button.
  if (!checked) return;
  const { needs, assigned } = checked;
  // A variable that no example before this one assigns would never have a value.
  if ([...needs].some((variable) => variable !== 'KEY' && !setters.has(variable))) return;
  for (const variable of assigned) if (!setters.has(variable)) setters.set(variable, `${code.split('\n')[0]} …`);
  const output = create('div', 'try-output', { role: 'group', 'aria-label': texts.response, 'aria-live': 'polite' });
  const button = create('button', 'run-code', { type: 'button', 'aria-label': texts.runExample });
  button.textContent = texts.run;
  button.addEventListener('click', () => {
    if (button.ariaBusy) return;
    button.ariaBusy = 'true';
    void run(code, needs, output).finally(() => {
      button.ariaBusy = null;
    });
  });
  block.after(button);
  block.parentElement?.append(output);
  block.parentElement?.classList.add('runnable');
}

async function addRuns() {
  const blocks = document.querySelectorAll<HTMLElement>('.article-page [data-language=bash]');
  for (const block of blocks) await addRun(block);
}
void addRuns();
