"""Writes the mailboxes here, and what Python itself reads in them: python3 write.py, in this folder."""

import json
import mailbox
import os
import tempfile
from email.header import decode_header, make_header
from email.message import EmailMessage

BODIES = [
    "Hello\n",
    "From here on it is a body.\n>From here too.\n",
    "From me Mon Nov 23 04:00:00 2026\nSubject: not this\nFrom: nobody@example.com\n\nMore\n",
    "Grüße\n" * 3,
]


def message(number):
    mail = EmailMessage()
    mail["Received"] = "from a.example.com by b.example.com; Mon, 23 Nov 2026 04:00:00 +0000"
    mail["From"] = f"Jörg Nr {number} <j{number}@example.com>" if number % 3 else f"p{number}@example.com"
    mail["To"] = ", ".join(f"person{other}@example.com" for other in range(number + 1))
    mail["Subject"] = f"Grüße an alle, zum {number}. Mal " + "und noch einmal " * number
    if number % 4 == 0:
        mail["In-Reply-To"] = f"<{number}@example.com>"
    mail.set_content(BODIES[number % len(BODIES)])
    if number % 5 == 0:
        mail.add_attachment(b"\x00\xff" * 200, maintype="application", subtype="octet-stream", filename="a.bin")
    return mail


def read(box):
    texts = ((mail["From"], mail["Subject"]) for mail in box)
    return [[str(make_header(decode_header(" ".join(text.split())))) for text in pair] for pair in texts]


mails = [message(number) for number in range(12)]
if os.path.exists("python.mbox"):
    os.remove("python.mbox")
mbox = mailbox.mbox("python.mbox")
for mail in mails:
    mbox.add(mail)
mbox.flush()

# As text: a name with a colon cannot be checked out on Windows.
files = {}
with tempfile.TemporaryDirectory() as folder:
    maildir = mailbox.Maildir(os.path.join(folder, "Maildir"))
    sent = maildir.add_folder("Sent")
    for number, mail in enumerate(mails):
        one = mailbox.MaildirMessage(mail)
        one.set_subdir("cur" if number % 2 else "new")
        one.set_flags("S" if number % 2 else "")
        (sent if number > 8 else maildir).add(one)
    for below, _, names in os.walk(folder):
        for number, name in enumerate(sorted(names)):
            with open(os.path.join(below, name), encoding="utf-8", newline="") as file:
                named = f"{number}.M1P2.host:" + name.split(":")[1] if ":" in name else name
                files[os.path.relpath(os.path.join(below, named), folder)] = file.read()
    read_there = {"python.mbox": read(mailbox.mbox("python.mbox")), "Maildir": read(maildir) + read(sent)}

with open("mailboxes.json", "w", encoding="utf-8") as file:
    json.dump({"files": dict(sorted(files.items())), "read": read_there}, file, indent=2, ensure_ascii=False)
