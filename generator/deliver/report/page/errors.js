// Counts what goes wrong in the page, for those who test it: data-errors of the document says it.
'use strict';
(() => {
  const root = document.documentElement;
  root.dataset.errors = '0';
  const note = (text) => {
    root.dataset.errors = String(Number(root.dataset.errors) + 1);
    root.dataset.error = String(text).slice(0, 300);
  };
  window.addEventListener('error', (event) => note(event.message || 'a part was not loaded'), true);
  window.addEventListener('unhandledrejection', (event) => note(event.reason));
  document.addEventListener('securitypolicyviolation', (event) => note(event.violatedDirective));
  for (const kind of ['error', 'warn']) {
    const said = console[kind].bind(console);
    console[kind] = (...parts) => {
      note(parts.join(' '));
      said(...parts);
    };
  }
})();
