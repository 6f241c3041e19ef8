// What a page does in the browser. Without it everything is there to be read; it filters, opens and closes, and prints.
// It only reads text and sets attributes of what stands in the page: nothing is ever made from text.
(() => {
  const all = (selector) => [...document.querySelectorAll(selector)];
  const changes = all('.change');
  /** Equal changes stand in one entry. */
  const numberOf = (change) => Number(change.dataset.number);
  const total = changes.reduce((sum, change) => sum + numberOf(change), 0);
  const groups = all('.account-changes');
  const form = document.querySelector('#filter');
  const nothing = document.querySelector('.nothing');
  const texts = new Map();
  /** The changes that a list names, where the page shows no others. */
  let only = null;

  /** What is searched: looked up once, and only if somebody searches. */
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
    /** Whether a list of words has the one that is asked for, or any. */
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
  /** While somebody types, not at each letter. */
  function filterSoon() {
    clearTimeout(waiting);
    waiting = setTimeout(filter, 120);
  }

  function toggle(open) {
    for (const change of changes) if (!change.hidden) change.querySelector('details').open = open;
  }

  /** A link to a change opens it, also where the filter had hidden it. */
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
    // The fields have their first values again only after the event.
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
    // A browser that goes back to the page may have kept what stood in the fields.
    filter();
  }
  addEventListener('hashchange', follow);
  follow();

  // On paper nothing can be opened.
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
