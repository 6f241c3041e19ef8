/** Lists in pages, with the Link header that leads on: at most 100 a page, 30 unless asked otherwise. */
export function paged(all: readonly unknown[], url: URL): Response {
  const size = Math.min(100, numberIn(url, 'per_page') ?? 30);
  const page = numberIn(url, 'page') ?? 1;
  const last = Math.max(1, Math.ceil(all.length / size));
  const links = Object.entries({
    ...(page > 1 ? { prev: page - 1, first: 1 } : {}),
    ...(page < last ? { next: page + 1, last } : {}),
  }).map(([rel, to]) => {
    const there = new URL(url);
    there.searchParams.set('page', String(to));
    return `<${there}>; rel="${rel}"`;
  });
  return Response.json(all.slice((page - 1) * size, page * size), {
    headers: links.length === 0 ? {} : { Link: links.join(', ') },
  });
}

function numberIn(url: URL, name: string): number | null {
  const value = Number(url.searchParams.get(name) ?? '');
  return Number.isInteger(value) && value > 0 ? value : null;
}
