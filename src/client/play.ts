// Bars that follow the sliders of a reader. All values are in the page: nothing is computed or fetched here.
interface Play {
  steps: string[][];
  values: number[][];
  digits: number;
  language: string;
}

for (const place of document.querySelectorAll<HTMLElement>('[data-play]')) {
  const { steps, values, digits, language }: Play = JSON.parse(place.dataset.play ?? '');
  const format = new Intl.NumberFormat(language, { minimumFractionDigits: digits, maximumFractionDigits: digits });
  const sliders = [...place.querySelectorAll('input')];
  const list = place.querySelector('ol');
  place.addEventListener('input', () => {
    let at = 0;
    for (const [index, slider] of sliders.entries()) {
      const some = steps[index] ?? [];
      const step = some[Number(slider.value)] ?? '';
      at = at * some.length + Number(slider.value);
      slider.ariaValueText = step;
      const written = slider.parentElement?.nextElementSibling;
      if (written) written.textContent = step;
    }
    const now = values[at] ?? [];
    const rows = [...(list?.children ?? [])].map((row) => ({
      row,
      value: now[Number(row.getAttribute('data-at'))] ?? 0,
    }));
    for (const { row, value } of rows) {
      row.querySelector('rect')?.setAttribute('width', String(value));
      const output = row.querySelector('output');
      if (output) output.value = format.format(value);
    }
    list?.append(...rows.toSorted((one, other) => other.value - one.value).map(({ row }) => row));
  });
}
