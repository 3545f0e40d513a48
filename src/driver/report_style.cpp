// Contains the style sheet of a report. Colours are defined at the top, for light and dark backgrounds; every contrast
// of text is at least 4.5.
#include "driver/report_parts.h"

namespace scorchc::driver {
namespace {

constexpr std::string_view rules = R"css(
:root {
  color-scheme: light dark;
  --paper: #ffffff; --raised: #f6f8fa; --text: #1f2328; --muted: #59636e; --line: #d1d9e0; --link: #0969da;
  --marked: #fff8d6; --stored: #d6f0dc; --odd: #e1e8ef;
  --c0: #0969da; --c1: #1a7f37; --c2: #9a6700; --c3: #8250df; --c4: #bc4c00; --c5: #bf3989;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #0d1117; --raised: #151b23; --text: #e6edf3; --muted: #9198a1; --line: #30363d; --link: #58a6ff;
    --marked: #332900; --stored: #12361f; --odd: #262c36;
    --c0: #58a6ff; --c1: #3fb950; --c2: #d29922; --c3: #bc8cff; --c4: #f0883e; --c5: #f778ba;
  }
}
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 100rem; padding: 1rem; background: var(--paper); color: var(--text);
  font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
code, pre { font: 0.875rem/1.5 ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace; }
pre { margin: 0; overflow-wrap: normal; }
.option { white-space: nowrap; }
.commands { white-space: pre-wrap; }
a { color: var(--link); }
:focus-visible { outline: 2px solid var(--link); outline-offset: 1px; }
h1 { margin: 0 0 0.5rem; }
h2 { margin: 2.5rem 0 0.75rem; padding-bottom: 0.25rem; border-bottom: 1px solid var(--line); }
h3 { margin: 1.25rem 0 0.5rem; font-size: 1rem; }
p { margin: 0.5rem 0; }
.statement { margin: 0.25rem 0; }
.statement code { font-size: 1.1rem; }
nav ul { display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; padding: 0; list-style: none; }
footer { margin-top: 2.5rem; border-top: 1px solid var(--line); color: var(--muted); }
.scrolling { overflow-x: auto; border: 1px solid var(--line); border-radius: 6px; padding: 0.75rem; background: var(--raised); }
.scrolling > svg { display: block; }
.scrolling:has(> svg) { padding: 0; background: var(--paper); }
figure { margin: 0.5rem 0; }
figcaption { margin: 0.5rem 0; color: var(--muted); }
table { border-collapse: collapse; }
.decisions, .work { width: 100%; }
.decisions th, .decisions td, .work th, .work td { padding: 0.4rem 0.75rem 0.4rem 0; border-bottom: 1px solid var(--line);
  text-align: left; vertical-align: top; }
.decisions th, .work th { color: var(--muted); font-weight: normal; }
.decisions td:nth-child(-n+2) { overflow-wrap: normal; }
.decisions b { font-weight: 600; }
.work td:last-child { white-space: nowrap; }
.example { display: flex; gap: 1rem 2.5rem; align-items: flex-start; }
.example > :first-child { flex: none; }
.example > :last-child { min-width: 0; }
.example p { margin: 0.25rem 0; }
.grid { margin-bottom: 0.75rem; font-size: 0.875rem; }
.grid caption { padding-bottom: 0.25rem; color: var(--muted); white-space: nowrap; text-align: left; }
.grid th { min-width: 1.75rem; color: var(--muted); font-weight: normal; padding: 0 0.35rem; }
.grid td { min-width: 1.75rem; height: 1.6rem; padding: 0 0.35rem; border: 1px solid var(--line); text-align: center; }
.grid td:empty { background: none; }
.grid tr:first-of-type td { border: 0; }
.grid .stored, .grid tr:first-of-type td.stored { border: 1px solid var(--line); background: var(--stored); }
.levels { margin: 0; padding: 0; list-style: none; }
.levels > li { margin-bottom: 0.75rem; }
.array { display: flex; align-items: baseline; gap: 0.75rem; }
.array p { flex: 0 0 5rem; }
.array ul { display: flex; flex-wrap: wrap; min-width: 0; margin: 0; padding: 0; list-style: none; }
.array li { min-width: 1.75rem; padding: 0 0.3rem; border: 1px solid var(--line); margin: 0 0 -1px -1px; text-align: center;
  font-size: 0.875rem; background: var(--paper); overflow-wrap: normal; }
.array li.odd { background: var(--odd); }
.array small { display: block; font-size: 0.7rem; color: var(--muted); }
.loops { display: grid; gap: 1rem; }
.loops > * { min-width: 0; }
.nest { margin: 0; padding: 0 0 0 1rem; list-style: none; border-left: 1px solid var(--line); }
.nests > .nest { padding: 0; border: 0; }
.nest li { margin: 0.25rem 0; }
.nest p { margin: 0.25rem 0; color: var(--muted); }
.nest small { color: var(--muted); white-space: nowrap; }
.loop { display: inline-block; padding: 0.1rem 0.5rem; border-left: 4px solid var(--line); border-radius: 3px; color: inherit;
  text-decoration: none; }
a.loop:hover code { text-decoration: underline; }
.loop b { margin-right: 0.5rem; font-size: 0.8rem; }
.code pre { display: table; min-width: 100%; }
.code pre code > span { display: block; padding-left: 3.25rem; border-left: 4px solid transparent; position: relative; }
.code pre code > span[data-loop]::before { content: attr(data-loop); position: absolute; left: 0.4rem; font-size: 0.75rem; }
.code .aside { color: var(--muted); }
.code details { margin-top: 0.75rem; }
.code summary { padding: 0.25rem 0; }
:target { scroll-margin-top: 3rem; }
.c0 { --own: var(--c0); } .c1 { --own: var(--c1); } .c2 { --own: var(--c2); }
.c3 { --own: var(--c3); } .c4 { --own: var(--c4); } .c5 { --own: var(--c5); }
.loop[class*=" c"], .code pre code > span[data-loop] { border-left-color: var(--own); }
.loop b, .code pre code > span[data-loop]::before { color: var(--own, var(--muted)); }
@media (min-width: 70rem) {
  .loops { grid-template-columns: minmax(18rem, 2fr) 5fr; }
  .nests { position: sticky; top: 0; align-self: start; max-height: 100vh; overflow: auto; }
}
@media (max-width: 40rem) {
  .decisions thead, .work thead { position: absolute; clip-path: inset(50%); }
  .decisions tr, .work tr, .decisions td, .work td { display: block; }
  .decisions tr, .work tr { padding: 0.5rem 0; border-bottom: 1px solid var(--line); }
  .decisions td, .work td { padding: 0; border: 0; }
  .decisions td:first-child { color: var(--muted); }
  .example { flex-direction: column; }
  .example > * { max-width: 100%; }
}
@media print {
  .scrolling { overflow: visible; }
  .code pre { white-space: pre-wrap; }
}
)css";

/// A loop's heading highlights its lines; a line highlights the innermost loop that contains it.
std::string rules_of_loop(const std::string& n) {
  return ".loops:has(.n" + n + ":is(:hover, :focus)) .l" + n + ",\n.loops:has(.i" + n + ":hover) .l" + n +
         ",\n.loops:has(.i" + n + ":hover) .n" + n + ",\n.n" + n +
         ":is(:hover, :focus) { background: var(--marked); }\n";
}

}  // namespace

std::string style_sheet(std::size_t loops) {
  std::string text(rules.substr(1));
  for (std::size_t loop = 1; loop <= loops; ++loop) text += rules_of_loop(std::to_string(loop));
  return text;
}

}  // namespace scorchc::driver
