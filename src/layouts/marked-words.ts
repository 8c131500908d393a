export interface Piece {
  text: string;
  isMarked: boolean;
}

/** Shorter words of a question say little about what was found. */
const shortestWord = 3;

/** Splits what was found so that the words of the question, and words that begin like them, can be marked. */
export function markWords(text: string, question: string): Piece[] {
  const wanted = (question.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => word.length >= shortestWord);
  return text.split(/([\p{L}\p{N}]+)/u).flatMap((piece) => {
    if (piece === '') return [];
    const word = piece.toLowerCase();
    return [{ text: piece, isMarked: wanted.some((start) => word.startsWith(start)) }];
  });
}
