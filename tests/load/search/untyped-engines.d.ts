declare module 'lunr' {
  interface Index {
    search(query: string): { ref: string; score: number }[];
    toJSON(): unknown;
  }
  interface Builder {
    ref(field: string): void;
    field(name: string, options?: { boost: number }): void;
    add(document: object): void;
  }
  const lunr: {
    (configure: (this: Builder) => void): Index;
    Index: { load(json: unknown): Index };
    tokenizer: { separator: RegExp };
  };
  export default lunr;
}

declare module 'wink-bm25-text-search' {
  interface Engine {
    defineConfig(config: { fldWeights: Record<string, number> }): void;
    definePrepTasks(tasks: ((text: string) => string[])[]): void;
    addDoc(document: object, id: string): void;
    consolidate(): void;
    search(query: string, limit: number): [id: string, score: number][];
    exportJSON(): string;
    importJSON(json: string): void;
  }
  export default function createEngine(): Engine;
}
