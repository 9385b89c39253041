// Keeps what a visitor does before the page has started, and repeats it in order once it has: what
// is typed, chosen, clicked and submitted. Links, and forms with an address, work by themselves.
// React sees nothing of it before, as it would handle a part while it hydrates.
(() => {
  const page = document.documentElement;
  if (page.hasAttribute('data-outdated')) return;
  const kept = [];
  let composing;
  let giveUpAt;

  const isChoice = ({ type }) => /^(checkbox|radio)$/.test(type);
  const isButton = ({ type }) => /^(button|submit|reset)$/.test(type);
  const isText = (field) =>
    field.selectionEnd !== undefined &&
    !isChoice(field) &&
    !isButton(field) &&
    field.type !== 'file';
  const hasClick = (element) => kept.some((one) => one.type === 'click' && one.element === element);

  const keep = {
    focusin: () => true,
    focusout: () => true,
    input(field) {
      if (kept.at(-1)?.type === 'input' && kept.at(-1).element === field) kept.pop();
      return isText(field);
    },
    change: (field) => !isText(field),
    click(target) {
      // An icon cannot be clicked by a script.
      const element = target.closest('button') || target;
      if (element.closest('a[href],summary,label,select,textarea,svg')) return false;
      if (element.tagName === 'INPUT' && !isButton(element)) return false;
      if (element.type === 'submit' && element.form?.hasAttribute('action')) return false;
      // Who clicks again does so because nothing has happened yet.
      if (hasClick(element)) return false;
      if (isButton(element)) showWaiting(element, true);
      return element;
    },
    submit(form, event) {
      if (form.hasAttribute('action')) return false;
      event.preventDefault();
      // The click on its button will submit it again.
      return !hasClick(event.submitter);
    },
  };

  const repeat = {
    focusin: ({ element, type, other }) =>
      element.dispatchEvent(new FocusEvent(type, { bubbles: true, relatedTarget: other })),
    // React ignores a value that it has read before. So another one is set first, in a way that it
    // observes, and then this one, in a way that it does not.
    input({ element, value }) {
      if (element === composing) return;
      const { selectionStart, selectionEnd } = element;
      const isUnchanged = element === document.activeElement && element.value === value;
      element.value = '';
      Object.getOwnPropertyDescriptor(Object.getPrototypeOf(element), 'value').set.call(
        element,
        value,
      );
      if (isUnchanged && selectionEnd !== null)
        element.setSelectionRange(selectionStart, selectionEnd);
      element.dispatchEvent(new InputEvent('input', { bubbles: true }));
    },
    change({ element, value, isChecked }) {
      if (isChoice(element)) {
        element.checked = !isChecked;
        return element.click();
      }
      if (element.type !== 'file') element.value = value;
      element.dispatchEvent(new Event('change', { bubbles: true }));
    },
    click({ element }) {
      if (element.ariaBusy) showWaiting(element, false);
      element.click();
    },
    submit: ({ element, submitter }) =>
      element.dispatchEvent(
        new SubmitEvent('submit', { bubbles: true, cancelable: true, submitter }),
      ),
  };
  repeat.focusout = repeat.focusin;

  function showWaiting(button, isWaiting) {
    button.style.opacity = isWaiting ? 0.6 : '';
    button.style.cursor = isWaiting ? 'progress' : '';
    button.ariaBusy = isWaiting || null;
  }

  function onEvent(event) {
    const { type, target, relatedTarget, submitter } = event;
    if (!target.closest?.('#root')) return;
    const found = keep[type](target, event);
    if (!found) return;
    event.stopImmediatePropagation();
    const element = found === true ? target : found;
    kept.push({
      type,
      element,
      other: relatedTarget,
      submitter,
      value: target.value,
      isChecked: target.checked,
    });
  }
  function onComposition({ type, target }) {
    composing = type === 'compositionstart' ? target : undefined;
  }

  function repeatNext() {
    if (kept.length === 0) return;
    // A learner's buttons are disabled at first, until it is known what the learner may do.
    const { isConnected, disabled } = kept[0].element;
    if (isConnected && disabled && performance.now() < giveUpAt) return setTimeout(repeatNext, 50);
    const one = kept.shift();
    if (one.element.isConnected) repeat[one.type](one);
    // React renders what an event changed in a microtask, which the next one must follow.
    queueMicrotask(repeatNext);
  }

  for (const type in keep) addEventListener(type, onEvent, true);
  for (const type of ['compositionstart', 'compositionend'])
    addEventListener(type, onComposition, true);
  new MutationObserver((_, observer) => {
    if (!page.hasAttribute('data-started')) return;
    observer.disconnect();
    giveUpAt = performance.now() + 10_000;
    for (const type in keep) removeEventListener(type, onEvent, true);
    repeatNext();
  }).observe(page, { attributes: true, attributeFilter: ['data-started'] });
})();
