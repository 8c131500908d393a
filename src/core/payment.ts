let settle: (slug: string, payer: string) => Settlement;

/** A payment that was verified, recorded against replay and accepted for one article. Only this module makes one. */
export class Settlement {
  readonly #slug: string;
  /** Lower-case 0x address. */
  readonly payer: string;

  static {
    settle = (slug, payer) => new Settlement(slug, payer);
  }

  private constructor(slug: string, payer: string) {
    this.#slug = slug;
    this.payer = payer;
  }

  get slug(): string {
    return this.#slug;
  }
}
