import script from 'virtual:words';

// The key is in a cookie that no script can read. That a page was opened with it is remembered, so that lists, which
// are the same for all readers, can mark what this reader may open.
const mark = 'reader';

function isReader(): boolean {
  try {
    if (document.querySelector('.reader-status')) localStorage.setItem(mark, 'yes');
    if (document.querySelector('.paywall')) localStorage.removeItem(mark);
    return localStorage.getItem(mark) !== null;
  } catch {
    // Storage is refused: then nothing is marked.
    return false;
  }
}

if (isReader()) {
  for (const badge of document.querySelectorAll('.entry .tier-paid, .home .tier-paid'))
    badge.textContent = script.openToYou;
}

// A form does not send the fragment of its page, so the section that was requested goes along as a field.
for (const form of document.querySelectorAll<HTMLFormElement>('form[action="/unlock"]')) {
  form.addEventListener('formdata', ({ formData }) =>
    formData.set('section', decodeURIComponent(location.hash.slice(1))),
  );
}
