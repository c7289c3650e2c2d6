/** The layout of a transcript as a PDF, in Typst. Everything that users wrote is data, and never part of this source. */
export const TEMPLATE = `
#let document-data = json(bytes(sys.inputs.document))
#let gray = rgb("#5c5953")
#set document(title: document-data.title)
#set page(paper: "a4", margin: (x: 2.4cm, top: 2.4cm, bottom: 2.6cm), numbering: "1")
#set text(
  font: ("Libertinus Serif", "Amiri", ..document-data.typefaces),
  size: 11pt,
  lang: document-data.lang,
  hyphenate: false,
)
#set par(leading: 0.8em, spacing: 1.2em)
#show heading: set text(size: 18pt)
#show heading: set par(leading: 0.6em)

#let paragraph(entry) = {
  set text(dir: if entry.rtl { rtl } else { ltr })
  set align(if entry.rtl { right } else { left })
  par({
    link(entry.url, text(fill: gray, size: 9.5pt, number-width: "tabular", entry.time))
    [ ]
    if entry.name != "" { strong(entry.name + ":") + [ ] }
    entry.text
  })
}

#if document-data.title != "" { heading(level: 1, document-data.title) }
#text(size: 9.5pt, fill: gray)[Source: #link(document-data.source, document-data.source)]
#v(0.8em)
#for entry in document-data.paragraphs { paragraph(entry) }
`
