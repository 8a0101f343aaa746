"""`colony cards`: everything of a title that is printed on paper, as PDF files."""

import argparse
from pathlib import Path

from host.plurals import counted

TITLES = ("bhc",)
PAPERS = ("a4", "letter")
DECKS = (
    "decrees", "directives", "artifacts", "goals", "abilities", "assistants", "advisors", "tiles", "arc",
    "tokens", "currency", "endorsements", "boards", "solo", "reference",
)  # fmt: skip


def register(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add `colony cards`."""
    parser = commands.add_parser("cards", help="make print-ready PDFs of cards, tiles, tokens and boards")
    parser.add_argument("--title", choices=TITLES, default="bhc", help="which game")
    parser.add_argument("--paper", choices=PAPERS, default="a4", help="paper of the printer")
    parser.add_argument("--only", choices=DECKS, action="append", metavar="DECK", help=f"one of: {', '.join(DECKS)}")
    parser.add_argument(
        "--bleed",
        type=float,
        default=None,
        metavar="MM",
        help="colour around each piece: default 0.6; print shops want 3",
    )
    parser.add_argument("--out", type=Path, default=Path("build/cards"), metavar="DIR", help="default: build/cards")
    parser.set_defaults(run=_run)


def _run(args: argparse.Namespace) -> int:
    from tools.cards import deck, sheet  # reportlab is needed by no other command

    bleed = sheet.BLEED_MM if args.bleed is None else min(5.0, max(0.0, args.bleed))
    args.out.mkdir(parents=True, exist_ok=True)
    for name in args.only or DECKS:
        made = deck.DECKS[name]()
        path = args.out / f"{args.title}-{name}-{args.paper}.pdf"
        pages = sheet.write([made], path, args.paper, bleed)
        print(f"{path}: {counted(len(made.fronts), 'piece')} on {counted(pages, 'page')}")
    print("Print at 100 % on both sides, turning over the long edge. A dashed circle shows where a tag goes.")
    return 0
