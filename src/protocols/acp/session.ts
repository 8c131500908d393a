import type { Urls } from '../../contract/urls.ts';
import { tagDocumentPath } from '../../contract/urls.ts';
import type { CheckoutSession } from '../../core/checkout/checkout.ts';
import type { CheckoutLine } from '../../core/checkout/items.ts';
import { type AcpMode, acpVersion } from './acp-version.ts';

export const digitalOptionId = 'key';
export const demoHandlerId = 'demo';

const total = (type: string, display_text: string, amount: number) => ({ type, display_text, amount });
const toTime = (epochMs: number) => new Date(epochMs).toISOString();

function toLineItem({ tier, title, unitAmount }: CheckoutLine, index: number) {
  return {
    id: `li_${index + 1}`,
    item: { id: tier, name: title, unit_amount: unitAmount },
    quantity: 1,
    name: title,
    unit_amount: unitAmount,
    totals: [total('items_base_amount', 'Price', unitAmount), total('total', 'Total', unitAmount)],
  };
}

/** The only payment handler of a demo: it accepts any token, stores none and charges nothing. */
function describeHandler(urls: Urls) {
  const description = urls.at(tagDocumentPath('checkout'));
  return {
    id: demoHandlerId,
    name: 'dev.acp.seller_backed.store_credit',
    display_name: 'Demo credit: nothing is charged',
    version: acpVersion,
    spec: `${urls.developers}#checkout-sessions`,
    requires_delegate_payment: false,
    requires_pci_compliance: false,
    psp: 'none',
    config_schema: `${description}#/components/schemas/CheckoutHandlerConfig`,
    instrument_schemas: [`${description}#/components/schemas/CheckoutInstrument`],
    config: {},
  };
}

function toOrder(session: CheckoutSession, about: { urls: Urls; key: string | undefined }) {
  const { order, lines } = session;
  if (!order) return undefined;
  const { urls, key } = about;
  return {
    id: order.id,
    checkout_session_id: session.id,
    permalink_url: urls.at(`/checkout_sessions/${session.id}`),
    status: 'confirmed',
    line_items: lines.map(({ title, unitAmount }, index) => ({
      id: `li_${index + 1}`,
      title,
      quantity: { ordered: 1, shipped: 1 },
      unit_price: unitAmount,
      subtotal: unitAmount,
    })),
    fulfillments: [
      {
        id: 'key',
        type: 'digital',
        status: 'delivered',
        digital_delivery: { access_url: urls.api('live'), ...(key && { license_key: key }) },
      },
    ],
  };
}

function writeMessage(session: CheckoutSession, key: string | undefined): string {
  if (key)
    return 'Demo: nothing was charged. The license key of the order is a demo key: send it as Authorization: Bearer.';
  if (session.order)
    return 'Demo: nothing was charged. The key was shown once, in the response that completed the session.';
  return 'Demo: nothing will be charged.';
}

/**
 * A session as ACP 2026-04-17 defines it (CheckoutSessionBase, a closed object); the plain mode adds `url`.
 * @param about.key the demo key, only in the response to `complete`
 */
export function toWireSession(
  session: CheckoutSession,
  about: { mode: AcpMode; urls: Urls; key?: string | undefined },
) {
  const { urls, mode, key } = about;
  const amount = session.lines.reduce((sum, { unitAmount }) => sum + unitAmount, 0);
  const url = urls.at(`/checkout_sessions/${session.id}`);
  const order = toOrder(session, { urls, key });
  return {
    id: session.id,
    status: session.status,
    ...(mode === 'plain' && { url }),
    protocol: { version: acpVersion },
    currency: session.currency.toLowerCase(),
    line_items: session.lines.map(toLineItem),
    totals: [
      total('items_base_amount', 'Items', amount),
      total('subtotal', 'Subtotal', amount),
      total('total', 'Total', amount),
    ],
    fulfillment_options: [
      {
        type: 'digital',
        id: digitalOptionId,
        title: 'A demo key in the response',
        totals: [total('total', 'Delivery', 0)],
      },
    ],
    selected_fulfillment_options: [
      { type: 'digital', option_id: digitalOptionId, item_ids: session.lines.map((_, index) => `li_${index + 1}`) },
    ],
    messages: [{ type: 'info', content_type: 'plain', content: writeMessage(session, key) }],
    links: [
      { type: 'about_us', title: 'Why', url: urls.at('/why') },
      { type: 'support', title: 'For developers', url: urls.developers },
    ],
    capabilities: { payment: { handlers: [describeHandler(urls)] }, interventions: { supported: [] } },
    continue_url: url,
    created_at: toTime(session.createdAt),
    updated_at: toTime(session.updatedAt),
    expires_at: toTime(session.expiresAt),
    ...(order && { order }),
  };
}
