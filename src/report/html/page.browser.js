// The script of a page: filters, opens and closes changes, and prints. Without it, everything is still readable. It
// only reads text and sets attributes of existing elements. It never creates elements from text.
(() => {
  const all = (selector) => [...document.querySelectorAll(selector)];
  const changes = all('.change');
  /** Equal changes share an entry. */
  const numberOf = (change) => Number(change.dataset.number);
  const total = changes.reduce((sum, change) => sum + numberOf(change), 0);
  const groups = all('.account-changes');
  const form = document.querySelector('#filter');
  const nothing = document.querySelector('.nothing');
  const texts = new Map();
  /** The ids of the changes to show, if a list of names was clicked; else null. */
  let only = null;

  /** Returns the text to search. Read only once, and only if the user searches. */
  function textOf(change) {
    if (!texts.has(change)) texts.set(change, change.textContent.toLowerCase());
    return texts.get(change);
  }

  function wanted() {
    const data = new FormData(form);
    const value = (name) => data.get(name) ?? '';
    const words = value('text').toLowerCase().split(/\s+/).filter(Boolean);
    const ops = new Set(data.getAll('op'));
    const hasOps = form.elements.op !== undefined;
    const { account, risk, status } = { account: value('account'), risk: value('risk'), status: value('status') };
    const mails = value('mails');
    /** Whether a list contains the word. `any` stands for every word. */
    const has = (list, word) => word === '' || (word === 'any' ? list !== '' : list.split(' ').includes(word));
    return (change) => {
      const { dataset } = change;
      return (
        (only === null || only.has(change.id)) &&
        (!hasOps || ops.has(dataset.op)) &&
        has(dataset.account, account) &&
        has(dataset.risks, risk) &&
        has(dataset.mails ?? '', mails) &&
        (status === '' || dataset.status === status) &&
        words.every((word) => textOf(change).includes(word))
      );
    };
  }

  const grouped = (number) => String(number).replace(/\B(?=(\d{3})+$)/g, ',');

  function filter() {
    const isWanted = wanted();
    let shown = 0;
    for (const change of changes) {
      const fits = isWanted(change);
      if (fits) shown += numberOf(change);
      if (change.hidden === fits) change.hidden = !fits;
    }
    for (const group of groups) group.hidden = group.querySelector('.change:not([hidden])') === null;
    nothing.hidden = shown > 0;
    const all = `${grouped(total)} change${total === 1 ? '' : 's'}`;
    form.elements.count.value = shown === total ? all : `${grouped(shown)} of ${all}`;
  }

  let waiting;
  /** Waits until the user stops typing. */
  function filterSoon() {
    clearTimeout(waiting);
    waiting = setTimeout(filter, 120);
  }

  function toggle(open) {
    for (const change of changes) if (!change.hidden) change.querySelector('details').open = open;
  }

  /** Opens the change that the URL links to, even if the filter hides it. */
  function follow() {
    const target = /^#change-\d+$/.test(location.hash) ? document.querySelector(location.hash) : null;
    if (target === null) return;
    if (target.hidden) {
      form.reset();
      filter();
    }
    target.querySelector('details').open = true;
    target.scrollIntoView();
    target.querySelector('summary').focus({ preventScroll: true });
  }

  if (form !== null) {
    form.hidden = false;
    form.addEventListener('submit', (event) => event.preventDefault());
    form.addEventListener('input', (event) => (event.target.name === 'text' ? filterSoon() : filter()));
    // The fields are reset only after the event.
    form.addEventListener('reset', () => {
      only = null;
      setTimeout(filter);
    });
    for (const more of all('.more')) {
      more.disabled = false;
      more.addEventListener('click', () => {
        form.reset();
        only = new Set(more.dataset.only.split(' ').map((place) => `change-${place}`));
        filter();
        document.querySelector('#changes').scrollIntoView();
      });
    }
    form.elements.open.addEventListener('click', () => toggle(true));
    form.elements.close.addEventListener('click', () => toggle(false));
    // The browser may have restored the fields when going back to the page.
    filter();
  }
  addEventListener('hashchange', follow);
  follow();

  // Nothing can be opened on paper.
  let opened = [];
  addEventListener('beforeprint', () => {
    opened = all('details:not([open])');
    for (const details of opened) details.open = true;
  });
  addEventListener('afterprint', () => {
    for (const details of opened) details.open = false;
    opened = [];
  });
})();
