export interface FigureColumn {
  name: string;
  type: 'number' | 'date' | 'text';
  unit: string | null;
}

/** A chart and the numbers that it shows: the same in its picture, its table, its CSV and the API. */
export interface FigureData {
  /** The name of its files, without an ending. */
  id: string;
  /** Anchor in the page. */
  label: string | null;
  /** The finding. */
  title: string;
  /** The quantity that was measured. */
  subtitle: string | null;
  unit: string | null;
  /** The text for readers who cannot see the picture. */
  description: string;
  note: string | null;
  columns: FigureColumn[];
  rows: (string | number | null)[][];
}
