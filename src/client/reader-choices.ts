const root = document.documentElement;

/** Stores a choice in this browser and applies it; without a value the choice is the usual one again. */
export function storeChoice(name: string, value: string | undefined) {
  if (value === undefined) delete root.dataset[name];
  else root.dataset[name] = value;
  try {
    if (value === undefined) localStorage.removeItem(name);
    else localStorage.setItem(name, value);
  } catch (error) {
    console.info('The choices of the reader are not saved:', error);
  }
}

for (const input of document.querySelectorAll<HTMLInputElement>('[data-setting] input')) {
  const usual = input.defaultChecked ? input.value : undefined;
  input.checked = root.dataset[input.name] === input.value || (!root.dataset[input.name] && usual !== undefined);
  input.addEventListener('change', () => storeChoice(input.name, usual ? undefined : input.value));
}

// A link in a panel leads to a place under it.
for (const panel of document.querySelectorAll<HTMLElement>('.sheet[popover]')) {
  panel.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('a') && panel.matches(':popover-open')) panel.hidePopover();
  });
}
