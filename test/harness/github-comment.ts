/** A comment as GitHub shows it: its Markdown with callouts and colored diffs, below the line that says who wrote it. */
import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';

const TRIANGLE =
  'M6.457 1.047c.659-1.234 2.427-1.234 3.086 0l6.082 11.378A1.75 1.75 0 0 1 14.082 15H1.918a1.75 1.75 0 0 1-1.543-2.575Zm1.763.707a.25.25 0 0 0-.44 0L1.698 13.132a.25.25 0 0 0 .22.368h12.164a.25.25 0 0 0 .22-.368Zm.53 3.996v2.5a.75.75 0 0 1-1.5 0v-2.5a.75.75 0 0 1 1.5 0ZM9 11a1 1 0 1 1-2 0 1 1 0 0 1 2 0Z';

const STYLE = `
:root{color-scheme:light dark;--line:light-dark(#d1d9e0,#3d444d);--soft:light-dark(#f6f8fa,#151b23);--muted:light-dark(#59636e,#9198a1)}
body{margin:0;padding:16px;background:light-dark(#fff,#0d1117);color:light-dark(#1f2328,#f0f6fc);font:14px/1.5 "Noto Sans",sans-serif;overflow-wrap:anywhere}
article{border:1px solid var(--line);border-radius:6px}
header{padding:8px 16px;border-bottom:1px solid var(--line);background:var(--soft);color:var(--muted);border-radius:6px 6px 0 0}
header b{color:light-dark(#1f2328,#f0f6fc)}
header i{border:1px solid var(--line);border-radius:99px;padding:0 7px;font:12px/18px "Noto Sans",sans-serif}
main{padding:16px}
main>:first-child{margin-top:0}main>:last-child{margin-bottom:0}
h2,h3{font-weight:600;line-height:1.25;margin:24px 0 16px}
h2{font-size:21px;padding-bottom:.3em;border-bottom:1px solid var(--line)}h3{font-size:17.5px}
p,ul,pre,details,blockquote{margin:0 0 16px}ul{padding-left:2em}
code,pre{font:85%/1.45 "Noto Sans Mono",monospace}
code{background:light-dark(#818b981f,#656c7633);border-radius:6px;padding:.2em .4em}
pre{padding:16px;background:var(--soft);border-radius:6px;overflow:auto;font-size:12px}pre code{background:none;padding:0;font-size:100%}
del,ins,mark{text-decoration:none;display:inline-block;width:100%}
del{color:light-dark(#82071e,#ffdcd7);background:light-dark(#ffebe9,#67060c)}ins{color:light-dark(#116329,#aff5b4);background:light-dark(#dafbe1,#033a16)}
mark{color:light-dark(#953800,#ffdfb6);background:light-dark(#ffd8b5,#5a1e02)}
blockquote{padding:8px 16px;border-left:.25em solid}blockquote p:first-child{margin:0 0 16px;font-weight:500}blockquote>:last-child{margin:0}
blockquote svg{fill:currentColor;vertical-align:-3px;margin-right:8px}
.warning{border-color:light-dark(#9a6700,#9e6a03)}.warning p{color:light-dark(#9a6700,#d29922)}
.caution{border-color:light-dark(#cf222e,#da3633)}.caution p{color:light-dark(#d1242f,#f85149)}`;

/** The page of one comment by the account of workflows. Its first folded part is open. */
export function commentPage(markdown: string): string {
  const html = micromark(markdown, {
    allowDangerousHtml: true,
    extensions: [gfm()],
    htmlExtensions: [gfmHtml()],
  });
  const drawn = html
    .replaceAll(/<!--.*?-->\n*/gs, '')
    .replaceAll(/<blockquote>\n<p>\[!(WARNING|CAUTION)\]\n?(.*?)<\/p>/gs, (_, kind: string, rest: string) => {
      const label = `<svg width="16" height="16"><path d="${TRIANGLE}"/></svg>${kind.charAt(0)}${kind.slice(1).toLowerCase()}`;
      return `<blockquote class="${kind.toLowerCase()}">\n<p>${label}</p>${rest}`;
    })
    .replaceAll(/(?<=<code class="language-diff">)[^<]+/g, (diff) => diff.replaceAll(/^([-+!]).*$/gm, diffLine))
    .replace('<details>', '<details open>');
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>A comment</title>
<style>${STYLE}</style>
<article>
<header><b>github-actions</b> <i>bot</i> commented</header>
<main>
${drawn}</main>
</article>
</html>
`;
}

function diffLine(line: string, sign: string): string {
  const element = { '-': 'del', '+': 'ins' }[sign] ?? 'mark';
  return `<${element}>${line}</${element}>`;
}
