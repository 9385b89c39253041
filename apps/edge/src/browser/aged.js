// The files of a release are kept for 30 days after it was live. A page that has been open for longer
// goes on as a new one at its next way to another path; what was typed beside the page that is left,
// such as a search, goes along.
(function () {
  const kept = 30 * 86_400_000;
  const key = 'cme_typed';
  const opened = Date.now();
  let path = location.pathname;

  const fields = () =>
    [...document.querySelectorAll('input, textarea')].filter(
      (field) => !field.closest('#main') && /^(text|search|tel|email|textarea)$/.test(field.type),
    );
  const nameOf = (field) => field.getAttribute('aria-label') || field.name || field.placeholder;

  function goOn() {
    const isSame = location.pathname === path;
    path = location.pathname;
    if (isSame || Date.now() - opened < kept) return;
    const typed = fields().flatMap((field) => (field.value ? [[nameOf(field), field.value]] : []));
    try {
      if (typed.length > 0) sessionStorage.setItem(key, JSON.stringify(typed));
    } catch {
      // Storage that is closed keeps nothing.
    }
    location.reload();
  }

  for (const name of ['pushState', 'replaceState']) {
    const original = history[name];
    history[name] = function (...args) {
      original.apply(history, args);
      goOn();
    };
  }
  addEventListener('popstate', goOn, true);

  /** React hears of a value only when it is set as a browser sets it; nobody is in the field. */
  function type(field, value) {
    const { prototype } = field.tagName === 'TEXTAREA' ? HTMLTextAreaElement : HTMLInputElement;
    Object.getOwnPropertyDescriptor(prototype, 'value').set.call(field, value);
    field.dispatchEvent(new Event('input', { bubbles: true }));
    field.dispatchEvent(new FocusEvent('focusout', { bubbles: true }));
  }
  try {
    const typed = JSON.parse(sessionStorage.getItem(key) || '[]');
    sessionStorage.removeItem(key);
    for (const [name, value] of typed)
      for (const field of fields()) if (nameOf(field) === name && !field.value) type(field, value);
  } catch {
    // Nothing was kept.
  }
})();
