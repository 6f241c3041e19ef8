// What runs in the page that is looked at. Each function stands alone: it is sent there as its text.

/** Keeps what the policy of the page stopped. */
export function listen() {
  globalThis.violations = [];
  addEventListener('securitypolicyviolation', (event) => globalThis.violations.push(event.effectiveDirective));
}

export function violations() {
  return globalThis.violations;
}

/** What has the focus, and how the focus is shown. */
export function focused() {
  const { textContent: innerText } = document.activeElement;
  const { outlineStyle } = getComputedStyle(document.activeElement);
  return { name: innerText.replace(/\s+/g, ' ').trim(), outline: outlineStyle };
}

/** The background colors of the first element of each selector. */
export function backgrounds(selectors) {
  return selectors.map((selector) => getComputedStyle(document.querySelector(selector)).backgroundColor);
}

export function clickAll(selector) {
  for (const one of document.querySelectorAll(selector)) one.click();
}

export function width() {
  return document.documentElement.scrollWidth;
}

export function contentVisibility(selector) {
  return getComputedStyle(document.querySelector(selector)).contentVisibility;
}

/** Everything that a text may have become. */
export function looked() {
  const all = [...document.querySelectorAll('*')];
  const textsOf = (selector) => [...document.querySelectorAll(selector)].map(({ textContent }) => textContent);
  return {
    title: document.title,
    elements: [...new Set(all.map(({ localName }) => localName))],
    attributes: [...new Set(all.flatMap((one) => one.getAttributeNames()))],
    titles: textsOf('h1'),
    names: textsOf('summary > code'),
  };
}

/** Puts into the page what a mistake in the escaping would let in. */
export function plant() {
  const image = document.createElement('img');
  image.src = 'https://attacker.example/a.png';
  const script = document.createElement('script');
  script.append('alert(1)');
  document.body.append(image, script);
}

export function runAxe() {
  return globalThis.axe.run();
}
