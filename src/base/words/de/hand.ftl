# Schreibweisen der Zahnnummern.

top-notation = Zahnnummern
top-notation-hint = In Bildern, Listen, Berichten und Seiten. Protokolle (JSON, CSV) haben immer FDI-Nummern.
top-notation-fdi = FDI (16)
top-notation-universal = Universal (3)
top-notation-palmer = Palmer (UR6)
teeth-universal-number = Universal-Nummer, 1 bis 32, bei Milchzähnen A bis T; leer: ohne Nummer. Enter setzt sie, Esc verwirft sie.
teeth-palmer-number = Nummer nach Palmer: UR, UL, LL oder LR und 1 bis 8, bei Milchzähnen A bis E; leer: ohne Nummer. Enter setzt sie, Esc verwirft sie.
zones-row = Kontakt { $name }, { $teeth }, { $area } mm², { $depth }

# Punkte an Zähnen, die eine Hand setzt.

ortho-by-hand = * aus Punkten, die von Hand gesetzt sind
ortho-by-hand-hint = Punkte sind von Hand gesetzt. „Rückgängig“ oder der Knopf darunter holt die der Zähne zurück.
ortho-drag = Ring im Bild ziehen, um seinen Punkt zu setzen; Esc beendet es.
ortho-reset = Punkte wieder von den Zähnen
placed-put = Punkt an { $tooth } von Hand gesetzt
placed-reset = Punkte wieder von den Zähnen
placed-restored = Punkte des Protokolls wiederhergestellt

# Nadeln: Notizen, die an den Kiefern hängen.

pins-pin = Nadel
pins-pin-hint = Setzt Notizen an Stellen der Kiefer (A)
pins-title = NADELN
pins-hint = Notizen, die an den Kiefern hängen und sich mit ihnen bewegen. Ein Klick fliegt hin.
pins-all = Alle { $n } Nadeln
pins-remove = Diese Nadel entfernen
pins-write = Etwas anderes schreiben
pins-plate = Nadeln
pins-next = Klick auf einen Kiefer setzt eine Nadel, auf eine Nadel schreibt etwas anderes.
pins-done-hint = Legt das Werkzeug weg (Esc)
pins-type = Notiz
pins-put = Nadel gesetzt
pins-written = Nadel { $n } beschrieben
pins-removed = Nadel { $n } entfernt
pins-restored = Nadeln des Protokolls wiederhergestellt
ask-with-motion = Mit einer Seite der Bewegung: { $name }
ask-with-motion-hint = Einstellungen mit ihrer Ebene, gefärbte Zahnbögen, Diagramme, welche Zähne wann berühren. Die Farbe ist die in der Bewegung gewählte.
ask-with-pins = Nadeln drucken ({ $n })
report-pins = Nadeln
report-pins-note = Notizen an Stellen der Kiefer; ihre Nummern stehen in den Bildern.
report-pins-more = und { $n } weitere
keys-pin = setzt Nadeln: Notizen, die an einem Kiefer hängen

# Was von Bedienelementen ohne Worte vorgelesen wird.

access-opacity = Deckkraft, { $jaw }
access-view-name = Name der Ansicht
access-shift = Größte Verschiebung
access-turn = Größte Drehung
access-runs = Wie viele Lagen
access-curve = Fläche gegen Schwelle: ein Klick setzt die Schwelle
access-section = Bild des Schnitts
access-map = Karte
access-jaws = Bild beider Kiefer
top-less-motion = Weniger Bewegung
top-less-motion-hint = Nichts blendet oder gleitet. Ansichten wechseln ohnehin sofort.

keys-step-section = bewegt den Schnitt entlang seiner Linie, 1 mm je Schritt; dort steht er dann
keys-step-contact = zum vorigen, zum nächsten Kontakt der Liste
keys-ctrl-arrows = Strg + Pfeiltasten
keys-turn-view = drehen die Ansicht, 10° je Schritt
keys-zoom-view = näher, weiter weg
access-motion-bar = Wo auf der Bewegung der Kiefer ist
access-plate = Tafel über dem Bild
ask-with-motion-soon = Mit einer Seite der Bewegung: sie wird noch berechnet
