// Paper cannot be unfolded. Where the style sheet can unfold it (::details-content) nothing is left to do.
if (!CSS.supports('selector(::details-content)')) {
  addEventListener('beforeprint', () => {
    for (const part of document.querySelectorAll<HTMLDetailsElement>('.prose details, .more-authors')) part.open = true;
  });
}

// A module of its own, not a part of the global scope.
export {};
