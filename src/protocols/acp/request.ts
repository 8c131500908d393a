import { z } from 'zod';
import { type CheckoutLine, findLine, readCurrency, readDefaultLine } from '../../core/checkout/items.ts';
import { parseJson } from '../../core/parse-json.ts';
import type { PricingTier } from '../../library/library.ts';
import { describeIssue } from '../../library/mistake.ts';
import { InvalidMember } from './acp-errors.ts';
import { demoHandlerId, digitalOptionId } from './session.ts';

/** `quantity` is in ACP's examples and not in its schema: it is taken, and one of each is enough. */
const Items = z
  .array(z.looseObject({ id: z.string() }))
  .min(1)
  .max(20);
const Buyer = z.looseObject({ email: z.string() });
const Selection = z.array(z.looseObject({ type: z.literal('digital'), option_id: z.literal(digitalOptionId) }));

const Create = z.looseObject({
  line_items: Items,
  currency: z.string(),
  capabilities: z.looseObject({}),
  buyer: Buyer.optional(),
});

/** The form of the examples in ACP's own OpenAPI file, which its schema does not know. */
const CreateByExample = z.looseObject({ items: Items, currency: z.string().optional(), buyer: Buyer.optional() });

const Update = z.looseObject({
  line_items: Items.optional(),
  items: Items.optional(),
  buyer: Buyer.optional(),
  selected_fulfillment_options: Selection.optional(),
});

/** The demo handler of the session with its instrument, or a purchase order. */
const PaymentData = z
  .looseObject({
    handler_id: z.literal(demoHandlerId).optional(),
    instrument: z
      .looseObject({ type: z.string(), credential: z.looseObject({ type: z.string(), token: z.string() }) })
      .optional(),
    purchase_order_number: z.string().optional(),
  })
  .refine((data) => data.purchase_order_number !== undefined || (data.handler_id && data.instrument), {
    error: 'give handler_id and instrument, or purchase_order_number',
  });

const Complete = z.looseObject({ buyer: Buyer.optional(), payment_data: PaymentData });

const Cancel = z.looseObject({ intent_trace: z.looseObject({ reason_code: z.string() }).optional() });

const RequestedItems = z
  .array(z.looseObject({ id: z.string() }))
  .optional()
  .catch(undefined);

/** Names that the plain mode understands in a body; everything else in it is let be. */
const PlainBody = z.looseObject({
  plan: z.string().optional().catch(undefined),
  items: RequestedItems,
  line_items: RequestedItems,
});

function toJsonPath(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, step) => text + (typeof step === 'number' ? `[${step}]` : `.${String(step)}`), '$');
}

function parse<Schema extends z.ZodType>(schema: Schema, body: unknown): z.infer<Schema> {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new InvalidMember(
    toJsonPath(issue?.path ?? []),
    issue ? `${describeIssue(issue)}.` : 'It is not as described.',
  );
}

/** Throws ServiceError `invalid_json`, or `invalid_request` for JSON that is not an object. An empty body is `{}`. */
export function readObject(text: string): Record<string, unknown> {
  if (text.trim() === '') return {};
  return parse(z.record(z.string(), z.unknown()), parseJson(text));
}

function toLines(tiers: readonly PricingTier[], items: readonly { id: string }[], member: string): CheckoutLine[] {
  return items.map(({ id }, index) => {
    const line = findLine(tiers, id);
    if (line) return line;
    throw new InvalidMember(
      `$.${member}[${index}].id`,
      `there is no such item; the price list has ${nameTiers(tiers)}.`,
    );
  });
}

const nameTiers = (tiers: readonly PricingTier[]) => tiers.map(({ tier }) => tier).join(', ');

/** Reads the line items of a strict create request. Every error names the member by its JSONPath. */
export function readCreate(body: Record<string, unknown>, tiers: readonly PricingTier[]): CheckoutLine[] {
  if ('items' in body && !('line_items' in body)) {
    const requested = parse(CreateByExample, body);
    return inCurrency(requested.currency, toLines(tiers, requested.items, 'items'), tiers);
  }
  const request = parse(Create, body);
  return inCurrency(request.currency, toLines(tiers, request.line_items, 'line_items'), tiers);
}

function inCurrency(request: string | undefined, lines: CheckoutLine[], tiers: readonly PricingTier[]): CheckoutLine[] {
  const ours = readCurrency(lines, tiers);
  if ((request ?? ours).toLowerCase() === ours.toLowerCase()) return lines;
  throw new InvalidMember('$.currency', `prices are in ${ours}.`);
}

/** The new lines of a strict update, or undefined when it leaves them alone. */
export function readUpdate(body: Record<string, unknown>, tiers: readonly PricingTier[]): CheckoutLine[] | undefined {
  const { line_items, items } = parse(Update, body);
  if (line_items) return toLines(tiers, line_items, 'line_items');
  return items && toLines(tiers, items, 'items');
}

/** Validates a strict complete request. Its payment data is neither used nor stored. */
export function checkComplete(body: Record<string, unknown>): void {
  parse(Complete, body);
}

/** Checks a strict cancel request, of which nothing is used either. */
export function checkCancel(body: Record<string, unknown>): void {
  parse(Cancel, body);
}

/** The items of a plain request: `plan`, `items` or `line_items`; an unknown name means the first subscription. */
export function readRequestedItems(body: Record<string, unknown>, tiers: readonly PricingTier[]): CheckoutLine[] {
  const { plan, items = [], line_items = [] } = PlainBody.parse(body);
  const ids = [...(plan === undefined ? [] : [plan]), ...[...items, ...line_items].map(({ id }) => id)];
  const lines = ids.slice(0, 20).flatMap((id) => findLine(tiers, id) ?? []);
  return lines.length > 0 ? lines : [readDefaultLine(tiers)];
}
