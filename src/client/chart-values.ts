// The steps of a comparison are fetched with it: every module that a page may fetch costs each page a line.
import './change-steps.ts';
import './play.ts';

// Shows the values of a chart under the pointer, at a touch and by the arrow keys. Without this script nothing is lost:
// the values are at their marks, in the table and in the CSV.
const nearPx = 40;

for (const plot of document.querySelectorAll<HTMLElement>('.plot')) {
  // It is in the page: an element added here would make the browser compute every style of the article again.
  const tip = plot.querySelector('output');
  if (!tip) continue;
  plot.tabIndex = 0;
  plot.role = 'group';
  plot.ariaLabel = plot.dataset.name ?? '';
  let at = -1;
  let current: SVGElement | undefined;
  let beforeTouch: SVGElement | undefined;

  const listMarks = () =>
    [...plot.querySelectorAll<SVGElement>('[data-v]')].filter((mark) => mark.getClientRects().length);

  const show = (mark: SVGElement | undefined) => {
    for (const shown of plot.querySelectorAll('.on')) shown.classList.remove('on');
    tip.hidden = !mark;
    current = mark;
    if (!mark) return;
    mark.classList.add('on');
    tip.value = mark.dataset.v ?? '';
    const own = plot.getBoundingClientRect();
    const box = mark.getBoundingClientRect();
    const half = tip.offsetWidth / 2;
    tip.style.left = `${Math.min(Math.max(box.x - own.x + box.width / 2, half), own.width - half)}px`;
    tip.style.top = `${box.y - own.y}px`;
  };

  const showNearest = ({ clientX, clientY, pointerType }: PointerEvent) => {
    const distance = (mark: SVGElement) => {
      const { left, right, top, bottom } = mark.getBoundingClientRect();
      return Math.hypot(Math.max(left - clientX, 0, clientX - right), Math.max(top - clientY, 0, clientY - bottom));
    };
    const [nearest] = listMarks()
      .map((mark) => ({ mark, distance: distance(mark) }))
      .sort((one, other) => one.distance - other.distance);
    // A finger is wider than a mark, and has touched the plot on purpose.
    show(nearest && (pointerType === 'touch' || nearest.distance < nearPx) ? nearest.mark : undefined);
  };
  // A tap sends no pointermove.
  plot.addEventListener('pointermove', showNearest);
  plot.addEventListener('pointerup', showNearest);
  // A touch that scrolls the page moves a little before it is cancelled.
  plot.addEventListener('pointerdown', () => {
    beforeTouch = current;
  });
  plot.addEventListener('pointercancel', () => show(beforeTouch));
  // A lifted finger leaves too: its value stays until another tap.
  plot.addEventListener('pointerleave', ({ pointerType }) => {
    if (pointerType === 'mouse') show(undefined);
  });
  addEventListener('pointerup', ({ target }) => {
    if (target instanceof Node && !plot.contains(target)) show(undefined);
  });
  addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') show(undefined);
  });
  plot.addEventListener('blur', () => {
    at = -1;
    show(undefined);
  });
  plot.addEventListener('keydown', (event) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const marks = listMarks();
    at = Math.min(Math.max(at + step, 0), marks.length - 1);
    show(marks[at]);
  });
}
