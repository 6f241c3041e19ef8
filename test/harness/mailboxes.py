"""Writes three mailboxes of made-up mails into a folder, as other programs write them, and counts their senders.

mbox and Maildir are written by Python's mailbox module, the third as Google Takeout does: CRLF, labels, and a
separator with an id. Prints how many mails of each mailbox have each sender, and each domain, as Python reads them back.
"""
import collections
import email.header
import email.message
import email.utils
import json
import mailbox
import random
import sys

folder, number = sys.argv[1], int(sys.argv[2])
random.seed(20261125)
SENDERS = ["jane@news.example.com", "bot@ci.example.org", "Jane@News.Example.com", "sales@example.net", "a+b@example.net"]
BODIES = ["Hello\n", "From the start of a line\n\nFrom: this is no header\n", ">From a quote\n\n" * 3, "", "\n\nend\n" * 200]


def made(index):
    mail = email.message.Message()
    name = random.choice(["Jane", "J\u00f6rg D\u00f6", '"Doe, Jane"', ""])
    sender = random.choice(SENDERS)
    shown = email.header.Header(name, "utf-8").encode() if not name.isascii() else name
    mail["From"] = f"{shown} <{sender}>" if name else sender
    mail["To"] = "me@example.com,\n me.too@example.com"
    mail["Subject"] = email.header.Header(random.choice(["Invoice", "Rechnung f\u00fcr", "Re: Issue"]) + f" {index}", "utf-8")
    if random.random() < 0.3:
        mail["References"] = "<a@example.com>"
    mail["Date"] = email.utils.formatdate(1_790_000_000 + index)
    mail.set_payload(random.choice(BODIES))
    return mail


def senders(mails):
    counts = collections.Counter()
    for mail in mails:
        address = email.utils.parseaddr(mail["From"])[1].lower()
        counts[address] += 1
        counts["@" + address.partition("@")[2]] += 1
    return counts


mbox = mailbox.mbox(f"{folder}/all.mbox")
for index in range(number):
    mbox.add(made(index))
mbox.flush()

maildir = mailbox.Maildir(f"{folder}/Maildir", create=True)
for index in range(number):
    mail = mailbox.MaildirMessage(made(index))
    if index % 3:
        mail.set_subdir("cur")
        mail.set_flags(random.choice(["S", "RS", "F", ""]))
    maildir.add(mail)

takeout = [made(index) for index in range(number)]
with open(f"{folder}/takeout.mbox", "w", newline="\r\n", encoding="ascii") as file:
    for index, mail in enumerate(takeout):
        day = random.randrange(1, 29)
        file.write(f"From {1700000000000000000 + index}@xxx Mon Feb {day:02} 10:00:00 +0000 2026\n")
        file.write(f"X-GM-THRID: {index}\nX-Gmail-Labels: Archived,Important\n")
        file.write("\n".join(">" + line if line.startswith("From ") else line for line in mail.as_string().split("\n")))
        file.write("\n\n")

read = {"all.mbox": mailbox.mbox(f"{folder}/all.mbox"), "Maildir": mailbox.Maildir(f"{folder}/Maildir"), "takeout.mbox": takeout}
print(json.dumps({name: {"mails": len(mails), "senders": senders(mails)} for name, mails in read.items()}))
