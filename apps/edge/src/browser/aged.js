// Files of a release are kept for 30 days after it was live. A page that has been open for longer
// reloads on its next navigation to another path. Text typed outside the page content, such as a
// search, is restored afterwards.
(function () {
  const maxAge = 30 * 86_400_000;
  const key = 'cme_typed';
  const opened = Date.now();
  let path = location.pathname;

  const fields = () =>
    [...document.querySelectorAll('input, textarea')].filter(
      (field) => !field.closest('#main') && /^(text|search|tel|email|textarea)$/.test(field.type),
    );
  const nameOf = (field) => field.getAttribute('aria-label') || field.name || field.placeholder;

  function reloadIfOutdated() {
    const isSame = location.pathname === path;
    path = location.pathname;
    if (isSame || Date.now() - opened < maxAge) return;
    const typed = fields().flatMap((field) => (field.value ? [[nameOf(field), field.value]] : []));
    try {
      if (typed.length > 0) sessionStorage.setItem(key, JSON.stringify(typed));
    } catch {
      // Storage is unavailable: the text is lost.
    }
    location.reload();
  }

  for (const name of ['pushState', 'replaceState']) {
    const original = history[name];
    history[name] = function (...args) {
      original.apply(history, args);
      reloadIfOutdated();
    };
  }
  addEventListener('popstate', reloadIfOutdated, true);

  /** React notices a value only if it is set by the native setter, followed by an event. */
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
    // Nothing to restore.
  }
})();
