"""The Markdown that pages speak, as HTML for a report: text is text, whatever it is called.

Only what our sentences use is known: emphasis, code, lists, formulas and links. Everything
else is escaped. Nothing becomes an address, a picture or a script: of a link the words stay, and where it leads.
"""

from __future__ import annotations

import html
import re

_PARTS = re.compile(
    r"\\(?P<escaped>[!-/:-@\[-`{-~])"
    r"|`(?P<code>[^`\n]+)`"
    r"|\*\*(?P<strong>.+?)(?<!\\)\*\*"
    r"|(?<![\w*])\*(?P<em>[^*\n]+?)(?<!\\)\*(?![\w*])"
    r"|!\[(?P<picture>[^\]\n]*)\]\([^)\n]*\)"
    r"|\[(?P<words>(?:\\.|[^\]\\\n])+)\]\((?P<where>[^)\s]*)\)"
    r"|:material/\w+:"
    r"|:[a-z]+(?:-[a-z]+)*\[(?P<sized>(?:\\.|[^\]\\])*)\]"
    r"|\$(?P<formula>[^$\n]+)\$",
    re.DOTALL,
)
_JOINER = "\u2060"  # that ``words.plain`` puts between characters: nothing is joined here


def inline(text: str) -> str:
    """A line of Markdown as HTML."""
    out, at = [], 0
    for match in _PARTS.finditer(text):
        out.append(html.escape(text[at : match.start()]))
        out.append(_part(match))
        at = match.end()
    out.append(html.escape(text[at:]))
    return "".join(out).replace(_JOINER, "")


def _part(match: re.Match[str]) -> str:
    found = match.groupdict()
    if found["escaped"] is not None:
        return html.escape(found["escaped"])
    if found["code"] is not None:
        return f"<code>{html.escape(found['code'])}</code>"
    if found["strong"] is not None:
        return f"<strong>{inline(found['strong'])}</strong>"
    if found["em"] is not None:
        return f"<em>{inline(found['em'])}</em>"
    if found["words"] is not None:
        leads = found["where"].startswith(("http://", "https://"))
        return inline(found["words"]) + (f" ({html.escape(found['where'])})" if leads else "")
    if found["sized"] is not None:
        return inline(found["sized"])
    if found["formula"] is not None:
        return f'<span class="formula">{html.escape(found["formula"])}</span>'
    return html.escape(found["picture"] or "")


def paragraphs(text: str) -> str:
    """Markdown of one or several paragraphs and lists as HTML."""
    out: list[str] = []
    for block in re.split(r"\n\s*\n", text.strip()):
        if block.startswith("$$"):
            out.append(f'<p class="formula">{html.escape(block.strip("$").strip())}</p>')
            continue
        lines: list[str] = []
        items: list[str] = []
        for line in block.splitlines():
            item = re.match(r"\s*(?:[-*]|\d+[.)])\s+(.*)", line)
            if item:
                items.append(f"<li>{inline(item[1])}</li>")
            elif items:
                items[-1] = items[-1].removesuffix("</li>") + f" {inline(line.strip())}</li>"
            else:
                lines.append(inline(line.strip()) + ("<br>" if line.endswith("  ") else ""))
        if lines:
            out.append(f"<p>{' '.join(lines).removesuffix('<br>')}</p>")
        if items:
            out.append(f"<ul>{''.join(items)}</ul>")
    return "".join(out)
